import type { AdminZip } from '@closingwire/contracts/screen-api';
import type { ComponentProps } from 'react';
import { formatUsd } from '../../../lib/money.ts';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { monthlyPrice } from './copy.ts';
import { ClaimedIndustries, ZipSwitch } from './zip-cells.tsx';

export type ZipActions = { onManage: (zip: AdminZip) => void; onLeads: (zip: AdminZip) => void };

export const zipColumns = ({ onManage, onLeads }: ZipActions): Columns<AdminZip> => [
  {
    header: 'ZIP Code',
    cell: ({ row }) => <span className="font-semibold tabular-nums">{row.original.zipCode}</span>,
  },
  {
    header: 'City',
    cell: ({ row }) => <span className="block min-w-28 wrap-anywhere">{row.original.city}</span>,
  },
  { header: 'State', accessorKey: 'state' },
  { header: 'Price', cell: ({ row }) => <ZipPrice note={row.original.price} /> },
  { header: 'Available?', cell: ({ row }) => <SwitchCell zip={row.original} field="isAvailable" /> },
  { header: 'Scrape Active', cell: ({ row }) => <SwitchCell zip={row.original} field="scrapeActive" /> },
  {
    header: 'Claimed Industries',
    cell: ({ row }) => (
      <div className="max-w-80 min-w-36">
        <ClaimedIndustries zip={row.original} onManage={onManage} />
      </div>
    ),
  },
  {
    header: 'Actions',
    cell: ({ row: { original: zip } }) => (
      <span className="-my-1.5 flex">
        <Button size="sm" aria-label={`View Leads of ${zip.zipCode}`} onClick={() => onLeads(zip)}>
          View Leads
        </Button>
      </span>
    ),
  },
];

/** As high as a line of text, so that rows stay dense. */
const SwitchCell = (props: ComponentProps<typeof ZipSwitch>) => (
  <span className="-my-0.5 flex">
    <ZipSwitch {...props} />
  </span>
);

/** The charged price, and the admins' note, which is not charged. */
export function ZipPrice({ note }: { note: number }) {
  return (
    <span className="whitespace-nowrap">
      {monthlyPrice} <span className="text-xs text-muted">note {formatUsd(note)}</span>
    </span>
  );
}
