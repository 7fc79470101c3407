import type { WebhookDelivery } from '@closingwire/contracts/catalog';
import { useMemo } from 'react';
import { formatInstant } from '../../../../lib/dates.ts';
import { StateBadge, type StateLook } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { Columns } from '../../../../ui/data-table.tsx';
import { CardFacts, CardHead, RowList } from '../../row-list.tsx';
import type { DeliveryState } from './queries.ts';

export const deliveryStates: Record<DeliveryState, StateLook> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  pending: { label: 'On its way', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'positive' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'neutral' },
};

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
  { header: 'Tries', accessorKey: 'attempts' },
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

type DeliveryListProps = {
  deliveries: readonly WebhookDelivery[];
  isStale: boolean;
  onOpen: (id: string) => void;
};

export function DeliveryList({ deliveries, isStale, onOpen }: DeliveryListProps) {
  const columns = useMemo(() => columnsFor(onOpen), [onOpen]);
  return (
    <RowList
      caption="Webhook deliveries"
      columns={columns}
      rows={deliveries}
      isStale={isStale}
      keyOf={({ id }) => id}
      card={delivery => <DeliveryCard delivery={delivery} onOpen={onOpen} />}
    />
  );
}

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
