import { formatUsd } from '../../../../lib/money.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { type Columns, DataTable } from '../../../../ui/data-table.tsx';
import { NoticeBox } from '../../../../ui/notice-box.tsx';
import { CellProblems } from './cell-problems.tsx';
import { checkText, nothingText, rowOutcome } from './check-text.ts';
import type { ImportCheck } from './use-import-check.ts';
import type { ZipFile, ZipRow } from './zip-rows-of.ts';

const PREVIEW_ROWS = 10;
const MOST_REFUSED_ROWS = 50;

/** A dropped row has a problem. */
type PreviewRow = ZipRow & { problem?: string };

const columnsOf = (
  rows: readonly ZipRow[],
  check: ImportCheck,
  shown: readonly PreviewRow[],
): Columns<PreviewRow> => [
  {
    header: 'ZIP Code',
    cell: ({ row }) => <span className="font-semibold tabular-nums">{row.original.zipCode}</span>,
  },
  { header: 'City', cell: ({ row }) => row.original.city },
  { header: 'State', cell: ({ row }) => row.original.state },
  { header: 'Price note', cell: ({ row }) => (row.original.problem ? '–' : formatUsd(row.original.price)) },
  { header: 'Available?', cell: ({ row }) => (row.original.isAvailable ? 'Yes' : 'No') },
  ...(check.refusals.size > 0 || check.skipped.size > 0 || shown.some(({ problem }) => problem)
    ? [outcomeColumn(rows, check)]
    : []),
];

const outcomeColumn = (rows: readonly ZipRow[], check: ImportCheck): Columns<PreviewRow>[number] => ({
  header: 'Outcome',
  cell: ({ row }) => {
    const { problem } = row.original;
    if (problem) return <Badge tone="danger">{problem}</Badge>;
    const { text, tone } = rowOutcome(row.original, rows, check);
    return <Badge tone={tone}>{text}</Badge>;
  },
});

/** The first rows of a file, and what the import would do with all of them. */
export function ImportPreview({
  file: { rows, dropped, problems },
  check,
}: {
  file: ZipFile;
  check: ImportCheck;
}) {
  const shown: PreviewRow[] = [...rows, ...dropped]
    .toSorted((one, other) => one.rowIndex - other.rowIndex)
    .slice(0, PREVIEW_ROWS);
  return (
    <div className="grid grid-cols-1 gap-3">
      <CheckState check={check} />
      <h3 className="text-sm font-semibold">
        Preview of the first {shown.length === 1 ? 'row' : `${shown.length} rows`}
      </h3>
      <div className="-mx-5 border-y border-line sm:-mx-6 sm:[&_tr>:first-child]:pl-6">
        <DataTable caption="Preview" columns={columnsOf(rows, check, shown)} rows={shown} />
      </div>
      <RefusedRows rows={rows.filter(row => check.refusals.has(row.rowIndex))} refusals={check.refusals} />
      <CellProblems problems={problems} />
    </div>
  );
}

function CheckState({ check: { counts, hasFailed } }: { check: ImportCheck }) {
  if (hasFailed) {
    return (
      <NoticeBox tone="danger" title="The rows could not be checked">
        The import checks each row again, and refuses the bad ones.
      </NoticeBox>
    );
  }
  const nothing = counts && nothingText(counts);
  return (
    <div role="status" className="text-sm font-medium">
      <p>{counts ? checkText(counts) : 'Checking the rows...'}</p>
      {nothing && <p>{nothing}.</p>}
    </div>
  );
}

type RefusedRowsProps = { rows: readonly ZipRow[]; refusals: ImportCheck['refusals'] };

function RefusedRows({ rows, refusals }: RefusedRowsProps) {
  if (rows.length === 0) return null;
  const rest = rows.length - MOST_REFUSED_ROWS;
  return (
    <NoticeBox
      tone="danger"
      title={`${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'row' : 'rows'} will be refused`}
    >
      <ul aria-label="Refused rows" className="grid max-h-64 gap-1 overflow-y-auto wrap-anywhere">
        {rows.slice(0, MOST_REFUSED_ROWS).map(({ rowIndex, zipCode, city, state }) => (
          <li key={rowIndex}>
            Row {rowIndex}: {refusals.get(rowIndex)}
            {!refusals.get(rowIndex)?.includes('received') && `; received “${zipCode}, ${city}, ${state}”`}.
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-1">And {rest.toLocaleString('en-US')} more.</p>}
    </NoticeBox>
  );
}
