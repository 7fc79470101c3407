import type { AdminZip } from '@closingwire/contracts/screen-api';
import { createColumnHelper } from '@tanstack/react-table';
import type { ComponentProps } from 'react';
import { formatUsd } from '../../../lib/money.ts';
import { Button } from '../../../ui/button.tsx';
import type { plainTable } from '../../../ui/data-table.tsx';
import { monthlyPrice } from './copy.ts';
import { ClaimedIndustries, ZipSwitch } from './zip-cells.tsx';

export type ZipActions = { onManage: (zip: AdminZip) => void; onLeads: (zip: AdminZip) => void };

const helper = createColumnHelper<typeof plainTable, AdminZip>();

export const zipColumns = ({ onManage, onLeads }: ZipActions) =>
  helper.columns([
    helper.accessor('zipCode', {
      header: 'ZIP Code',
      cell: ({ getValue }) => <span className="font-semibold tabular-nums">{getValue()}</span>,
    }),
    helper.accessor('city', {
      header: 'City',
      cell: ({ getValue }) => <span className="block min-w-28 wrap-anywhere">{getValue()}</span>,
    }),
    helper.accessor('state', { header: 'State' }),
    helper.accessor('price', {
      header: 'Price',
      cell: ({ getValue }) => <ZipPrice note={getValue()} />,
    }),
    helper.display({
      id: 'available',
      header: 'Available?',
      cell: ({ row }) => <SwitchCell zip={row.original} field="isAvailable" />,
    }),
    helper.display({
      id: 'scrape-active',
      header: 'Scrape Active',
      cell: ({ row }) => <SwitchCell zip={row.original} field="scrapeActive" />,
    }),
    helper.display({
      id: 'industries',
      header: 'Claimed Industries',
      cell: ({ row }) => (
        <div className="max-w-80 min-w-36">
          <ClaimedIndustries zip={row.original} onManage={onManage} />
        </div>
      ),
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original: zip } }) => (
        <span className="-my-1.5 flex">
          <Button size="sm" aria-label={`View Leads of ${zip.zipCode}`} onClick={() => onLeads(zip)}>
            View Leads
          </Button>
        </span>
      ),
    }),
  ]);

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
