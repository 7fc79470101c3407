import type { Closing } from '@closingwire/contracts/lead';
import { formatDay } from '../../../lib/dates.ts';
import { formatSalePrice } from '../../../product/sale-price.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { propertyTypeLabels } from '../filters/closing-filters.ts';
import { FlagMark } from './flag-mark.tsx';
import { type ClosingActions, ContactLinks, RowActions } from './row-cells.tsx';

export const closingTableColumns = (actions: ClosingActions): Columns<Closing> => [
  {
    id: 'agent',
    sortedAs: 'agent',
    header: 'Agent',
    cell: ({ row: { original: closing } }) => (
      <div className="min-w-40">
        <p className="font-semibold">{closing.fullName}</p>
        <p className="text-muted">{closing.brokerageName ?? 'Independent'}</p>
        <FlagMark closingId={closing.id} />
      </div>
    ),
  },
  {
    id: 'contact',
    sortedAs: 'contact',
    header: 'Contact',
    cell: ({ row }) => (
      <div className="max-w-56">
        <ContactLinks closing={row.original} />
      </div>
    ),
  },
  {
    id: 'property',
    sortedAs: 'property',
    header: 'Property',
    cell: ({ row: { original: closing } }) => (
      <div className="min-w-44">
        <p>{closing.property.address1}</p>
        <p className="text-muted">
          {closing.property.city}, {closing.property.state} {closing.property.zip}
        </p>
      </div>
    ),
  },
  {
    id: 'type',
    sortedAs: 'type',
    header: 'Type',
    cell: ({ row: { original: closing } }) =>
      closing.property.type && <Badge>{propertyTypeLabels[closing.property.type]}</Badge>,
  },
  {
    id: 'price',
    sortedAs: 'price',
    header: () => <span className="block text-right">Sale Price</span>,
    cell: ({ row }) => (
      <span className="block text-right font-semibold">{formatSalePrice(row.original.property.price)}</span>
    ),
  },
  {
    id: 'sold',
    sortedAs: 'sold',
    header: 'Sold',
    cell: ({ row }) => <span className="whitespace-nowrap">{formatDay(row.original.property.soldDate)}</span>,
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <RowActions closing={row.original} {...actions} />,
  },
];
