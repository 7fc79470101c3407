import type { WebhookDelivery, WebhookTarget } from '@closingwire/contracts/catalog';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { formatInstant } from '../../../../lib/dates.ts';
import { pageParser } from '../../../../lib/page-parser.ts';
import { StateBadge, type StateLook } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { Columns } from '../../../../ui/data-table.tsx';
import { FilterSelect } from '../../../../ui/filter-select.tsx';
import { listText } from '../../counted.ts';
import { Panel } from '../../panel.tsx';
import { CardFacts, CardHead, RowList } from '../../row-list.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { LogPage } from './log-page.tsx';
import { type DeliveryState, useDeliveries } from './queries.ts';

const deliveryStates: Record<DeliveryState, StateLook> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  pending: { label: 'On its way', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

const states = Object.keys(deliveryStates) as DeliveryState[];
const parsers = {
  deliveries: parseAsStringLiteral(states),
  deliveryPage: pageParser,
};

export function WebhookLog() {
  const [{ deliveries: state, deliveryPage: page }, setKept] = useQueryStates(parsers);
  const [openId, setOpenId] = useState<string | null>(null);
  const columns = useMemo(() => columnsFor(setOpenId), []);
  const query = useDeliveries(page, state);
  return (
    <Panel
      title="Webhook Deliveries"
      status={listText(query, 'Loading deliveries', targetText)}
      actions={
        <FilterSelect
          label="Delivery state"
          className="w-40"
          options={states}
          labelOf={one => deliveryStates[one].label}
          value={state}
          onChange={next => void setKept({ deliveries: next, deliveryPage: null })}
        />
      }
    >
      <LogPage
        noun="deliveries"
        query={query}
        totalOf={({ total }) => total}
        page={page}
        onPage={next => void setKept({ deliveryPage: next })}
      >
        {({ deliveries }) => (
          <RowList
            caption="Webhook deliveries"
            columns={columns}
            rows={deliveries}
            isStale={query.isPlaceholderData}
            keyOf={({ id }) => id}
            card={delivery => <DeliveryCard delivery={delivery} onOpen={setOpenId} />}
          />
        )}
      </LogPage>
      {openId && <DeliveryDialog id={openId} onClose={() => setOpenId(null)} />}
    </Panel>
  );
}

function targetText({ target, waiting }: { target: WebhookTarget; waiting: number }): string {
  const count = `${waiting} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'} for an address`;
  if (target.url === null) return `Delivery is off. ${count}.`;
  const source = target.source === 'setting' ? 'as set above' : 'the default of this installation';
  return `Sent to ${target.url}, ${source}.${waiting > 0 ? ` ${count}.` : ''}`;
}

const reasonLabels: Record<WebhookDelivery['reason'], string> = {
  assigned: 'Assignment',
  refresh: 'Daily refresh',
};

type Outcome = Pick<WebhookDelivery, 'state' | 'attempts' | 'lastStatus' | 'lastError'>;

/** The outcome of the last try, or why there was none. */
function outcomeOf({ state, attempts, lastStatus, lastError }: Outcome): string {
  if (state === 'waiting') return 'No address is set';
  if (state === 'skipped') return 'The user is gone';
  if (attempts === 0) return 'Not tried yet';
  return lastError ?? (lastStatus === null ? 'Not logged' : `HTTP ${lastStatus}`);
}

const columnsFor = (onOpen: (id: string) => void): Columns<WebhookDelivery> => [
  {
    header: 'ZIP Code',
    cell: ({ row }) => <span className="font-semibold">{row.original.zipCode}</span>,
  },
  {
    header: 'User',
    cell: ({ row: { original } }) => (
      <div className="min-w-40 wrap-anywhere">
        <p>{original.email ?? 'deleted'}</p>
        <p className="text-muted">{reasonLabels[original.reason]}</p>
      </div>
    ),
  },
  { header: 'State', cell: ({ row }) => <StateBadge {...deliveryStates[row.original.state]} /> },
  {
    header: 'Last reply',
    cell: ({ row }) => <span className="wrap-anywhere">{outcomeOf(row.original)}</span>,
  },
  { header: 'Tries', cell: ({ row }) => row.original.attempts },
  {
    header: 'Created',
    cell: ({ row }) => <span className="whitespace-nowrap">{formatInstant(row.original.createdAt)}</span>,
  },
  { header: 'Actions', cell: ({ row }) => <Details delivery={row.original} onOpen={onOpen} /> },
];

type DetailsProps = { delivery: WebhookDelivery; onOpen: (id: string) => void };

const Details = ({ delivery, onOpen }: DetailsProps) => (
  <Button
    size="sm"
    aria-label={`Details of the delivery for ${delivery.zipCode}`}
    onClick={() => onOpen(delivery.id)}
  >
    Details
  </Button>
);

const DeliveryCard = ({ delivery, onOpen }: DetailsProps) => (
  <>
    <CardHead aside={<StateBadge {...deliveryStates[delivery.state]} />}>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{delivery.zipCode}</p>
        <p>{delivery.email ?? 'deleted'}</p>
        <p className="text-muted">{reasonLabels[delivery.reason]}</p>
      </div>
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        'Last reply': outcomeOf(delivery),
        Tries: delivery.attempts,
        Created: formatInstant(delivery.createdAt),
      }}
    />
    <div>
      <Details delivery={delivery} onOpen={onOpen} />
    </div>
  </>
);
