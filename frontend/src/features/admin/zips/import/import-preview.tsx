import { formatUsd } from '../../../../lib/money.ts';
import { type Columns, DataTable } from '../../../../ui/data-table.tsx';
import type { ZipRow } from './zip-rows-of.ts';

const PREVIEW_ROWS = 10;

const columns: Columns<ZipRow> = [
  {
    header: 'ZIP Code',
    cell: ({ row }) => <span className="font-semibold tabular-nums">{row.original.zipCode}</span>,
  },
  { header: 'City', accessorKey: 'city' },
  { header: 'State', accessorKey: 'state' },
  { header: 'Price note', cell: ({ row }) => formatUsd(row.original.price) },
  { header: 'Available?', cell: ({ row }) => (row.original.isAvailable ? 'Yes' : 'No') },
];

/** The first rows as they would be imported. */
export function ImportPreview({ rows }: { rows: readonly ZipRow[] }) {
  const shown = rows.slice(0, PREVIEW_ROWS);
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-sm font-semibold">
        Preview of the first {shown.length === 1 ? 'row' : `${shown.length} rows`}
      </h3>
      <div className="-mx-5 border-y border-line sm:-mx-6 sm:[&_tr>:first-child]:pl-6">
        <DataTable caption="Preview" columns={columns} rows={shown} />
      </div>
    </div>
  );
}
