import type { WebhookDelivery, WebhookTarget } from '@closingwire/contracts/catalog-api';
import { createColumnHelper } from '@tanstack/react-table';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { formatInstant } from '../../../../lib/dates.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DataTable, type plainTable } from '../../../../ui/data-table.tsx';
import { Panel } from '../../panel.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveryLabels, deliveryTones, outcomeOf } from './delivery-text.ts';
import { LogPage, StateSelect } from './log-frame.tsx';
import { type DeliveryState, useDeliveries } from './queries.ts';

const states = Object.keys(deliveryLabels) as DeliveryState[];
const parsers = {
  deliveries: parseAsStringLiteral(states),
  deliveryPage: parseAsInteger.withDefault(1),
};

const helper = createColumnHelper<typeof plainTable, WebhookDelivery>();

const columnsFor = (onOpen: (id: string) => void) =>
  helper.columns([
    helper.accessor('zipCode', {
      header: 'ZIP Code',
      cell: ({ getValue }) => <span className="font-semibold">{getValue()}</span>,
    }),
    helper.accessor('email', {
      header: 'User',
      cell: ({ getValue, row }) => (
        <div className="min-w-40 wrap-anywhere">
          <p>{getValue() ?? 'deleted'}</p>
          <p className="text-muted">{row.original.reason === 'assigned' ? 'Assignment' : 'Daily refresh'}</p>
        </div>
      ),
    }),
    helper.accessor('state', {
      header: 'State',
      cell: ({ getValue }) => <Badge tone={deliveryTones[getValue()]}>{deliveryLabels[getValue()]}</Badge>,
    }),
    helper.display({
      id: 'outcome',
      header: 'Last reply',
      cell: ({ row }) => <span className="wrap-anywhere">{outcomeOf(row.original)}</span>,
    }),
    helper.accessor('attempts', { header: 'Tries' }),
    helper.accessor('createdAt', {
      header: 'Created',
      cell: ({ getValue }) => <span className="whitespace-nowrap">{formatInstant(getValue())}</span>,
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          aria-label={`Details of the delivery for ${original.zipCode}`}
          onClick={() => onOpen(original.id)}
        >
          Details
        </Button>
      ),
    }),
  ]);

/** Each assignment and refresh that was sent to the lead source. */
export function WebhookLog() {
  const [{ deliveries: state, deliveryPage: page }, setKept] = useQueryStates(parsers);
  const [openId, setOpenId] = useState<string | null>(null);
  const columns = useMemo(() => columnsFor(setOpenId), []);
  const query = useDeliveries(page, state);
  const { deliveries = [], total = 0, waiting = 0, target } = query.data ?? {};
  return (
    <Panel
      title="Webhook Deliveries"
      text={<span role="status">{targetText(target, waiting)}</span>}
      actions={
        <StateSelect
          label="Delivery state"
          labels={deliveryLabels}
          value={state}
          onChange={next => void setKept({ deliveries: next, deliveryPage: null })}
        />
      }
    >
      <LogPage
        noun="deliveries"
        query={query}
        total={total}
        page={page}
        onPage={next => void setKept({ deliveryPage: next === 1 ? null : next })}
      >
        <DataTable
          caption="Webhook deliveries"
          columns={columns}
          rows={deliveries}
          isStale={query.isPlaceholderData}
        />
      </LogPage>
      {openId && <DeliveryDialog id={openId} onClose={() => setOpenId(null)} />}
    </Panel>
  );
}

function targetText(target: WebhookTarget | undefined, waiting: number): string {
  if (!target) return 'Loading deliveries';
  const count = `${waiting} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'} for an address`;
  if (target.url === null) return `Delivery is off. ${count}.`;
  const source = target.source === 'setting' ? 'as set above' : 'the default of this installation';
  return `Sent to ${target.url}, ${source}.${waiting > 0 ? ` ${count}.` : ''}`;
}
