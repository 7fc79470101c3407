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
const SHOWN_CELL = 20;

/** A row whose price is replaced says so. */
type PreviewRow = ZipRow & { priceNote?: string | undefined };

const priceNotes = (problems: ZipFile['problems']): Map<number, string> =>
  new Map(
    problems
      .filter(({ column }) => column === 'price')
      .map(({ rowIndex, received, effect }) => [rowIndex, `“${received.slice(0, SHOWN_CELL)}”: ${effect}`]),
  );

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
  { header: 'Price note', cell: ({ row }) => formatUsd(row.original.price) },
  { header: 'Available?', cell: ({ row }) => (row.original.isAvailable ? 'Yes' : 'No') },
  ...(check.refusals.size > 0 || check.skipped.size > 0 || shown.some(({ priceNote }) => priceNote)
    ? [outcomeColumn(rows, check)]
    : []),
];

const outcomeColumn = (rows: readonly ZipRow[], check: ImportCheck): Columns<PreviewRow>[number] => ({
  header: 'Outcome',
  cell: ({ row }) => {
    const { text, tone } = rowOutcome(row.original, rows, check);
    return (
      <span className="flex flex-wrap gap-1">
        <Badge tone={tone}>{text}</Badge>
        {row.original.priceNote && <Badge tone="caution">{row.original.priceNote}</Badge>}
      </span>
    );
  },
});

/** The first rows of a file, and what the import would do with all of them. */
export function ImportPreview({ file: { rows, problems }, check }: { file: ZipFile; check: ImportCheck }) {
  const notes = priceNotes(problems);
  const shown: PreviewRow[] = rows
    .slice(0, PREVIEW_ROWS)
    .map(row => ({ ...row, priceNote: notes.get(row.rowIndex) }));
  return (
    <div className="grid grid-cols-1 gap-3">
      <CheckState check={check} />
      <CellProblems problems={problems} />
      <h3 className="text-sm font-semibold">
        Preview of the first {shown.length === 1 ? 'row' : `${shown.length} rows`}
      </h3>
      <div className="-mx-5 border-y border-line sm:-mx-6 sm:[&_tr>:first-child]:pl-6">
        <DataTable caption="Preview" columns={columnsOf(rows, check, shown)} rows={shown} />
      </div>
      <RefusedRows rows={rows.filter(row => check.refusals.has(row.rowIndex))} refusals={check.refusals} />
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
