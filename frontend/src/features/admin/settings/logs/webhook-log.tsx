import type { WebhookTarget } from '@closingwire/contracts/catalog';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { pageParser } from '../../../../lib/page-parser.ts';
import { listText } from '../../counted.ts';
import { FilterSelect } from '../../filter-select.tsx';
import { Panel } from '../../panel.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryList, deliveryStates } from './delivery-list.tsx';
import { LogPage } from './log-frame.tsx';
import { type DeliveryState, useDeliveries } from './queries.ts';

const states = Object.keys(deliveryStates) as DeliveryState[];
const parsers = {
  deliveries: parseAsStringLiteral(states),
  deliveryPage: pageParser,
};

export function WebhookLog() {
  const [{ deliveries: state, deliveryPage: page }, setKept] = useQueryStates(parsers);
  const [openId, setOpenId] = useState<string | null>(null);
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
          <DeliveryList deliveries={deliveries} isStale={query.isPlaceholderData} onOpen={setOpenId} />
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
