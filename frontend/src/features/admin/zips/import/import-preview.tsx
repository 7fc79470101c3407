import { createColumnHelper } from '@tanstack/react-table';
import { formatUsd } from '../../../../lib/money.ts';
import { DataTable, type plainTable } from '../../../../ui/data-table.tsx';
import type { ZipRow } from './zip-rows-of.ts';

const PREVIEW_ROWS = 10;

const helper = createColumnHelper<typeof plainTable, ZipRow>();

const columns = helper.columns([
  helper.accessor('zipCode', {
    header: 'ZIP Code',
    cell: ({ getValue }) => <span className="font-semibold tabular-nums">{getValue()}</span>,
  }),
  helper.accessor('city', { header: 'City' }),
  helper.accessor('state', { header: 'State' }),
  helper.accessor('price', { header: 'Price note', cell: ({ getValue }) => formatUsd(getValue()) }),
  helper.accessor('isAvailable', {
    header: 'Available?',
    cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
  }),
]);

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
