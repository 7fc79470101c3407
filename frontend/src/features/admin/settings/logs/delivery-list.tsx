import type { WebhookDelivery } from '@closingwire/contracts/catalog';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { formatInstant } from '../../../../lib/dates.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { plainTable } from '../../../../ui/data-table.tsx';
import { TableOrCards } from '../../../../ui/table-or-cards.tsx';
import { CardFacts, CardHead, RowCards } from '../../row-cards.tsx';
import { deliveryLabels, deliveryTones, outcomeOf, reasonLabels } from './delivery-text.ts';

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
          <p className="text-muted">{reasonLabels[row.original.reason]}</p>
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
      cell: ({ row }) => <Details delivery={row.original} onOpen={onOpen} />,
    }),
  ]);

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
    <TableOrCards
      caption="Webhook deliveries"
      columns={columns}
      rows={deliveries}
      isStale={isStale}
      cards={<DeliveryCards deliveries={deliveries} onOpen={onOpen} />}
    />
  );
}

const DeliveryCards = ({ deliveries, onOpen }: Omit<DeliveryListProps, 'isStale'>) => (
  <RowCards label="Webhook deliveries" rows={deliveries} keyOf={({ id }) => id}>
    {delivery => (
      <>
        <CardHead
          aside={<Badge tone={deliveryTones[delivery.state]}>{deliveryLabels[delivery.state]}</Badge>}
        >
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
    )}
  </RowCards>
);
