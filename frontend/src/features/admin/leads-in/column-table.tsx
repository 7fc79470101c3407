import { deliveryFields } from 'virtual:delivery-fields';
import { useId } from 'react';
import type { Columns } from '../../../ui/data-table.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { CardFacts, RowList } from '../row-list.tsx';
import { type FileColumn, isNamed, shareText } from './column-choices.ts';
import { columnsCopy } from './copy.ts';

type Row = FileColumn & {
  at: number;
  /** Rows of the file. */
  rows: number;
  /** Undefined if the format names its fields itself. */
  choose: ((header: string, field: string | null | undefined) => void) | undefined;
};

type ColumnTableProps = {
  columns: readonly FileColumn[];
  rows: number;
  isStale: boolean;
  choose: Row['choose'];
};

/** The columns of a file with their fields, which the user can change. */
export function ColumnTable({ columns, rows, isStale, choose }: ColumnTableProps) {
  const isCounted = columns.some(({ filled }) => filled !== undefined);
  return (
    <RowList
      caption={columnsCopy.title}
      columns={isCounted ? countedColumns : tableColumns}
      rows={columns.map((column, at): Row => ({ ...column, at, rows, choose }))}
      isStale={isStale}
      from="48rem"
      keyOf={({ at }) => at}
      card={row => <ColumnCard row={row} />}
      cardClassName="gap-2 px-5 py-4"
    />
  );
}

const labels = new Map(deliveryFields.map(({ column, label }) => [column, label]));

/** Returns the name of one of our columns on screens. */
export const fieldLabel = (column: string): string => labels.get(column) ?? column;

const AUTOMATIC = 'automatic';
const NONE = '';

function FieldChoice({ row }: { row: Row }) {
  const noteId = useId();
  return (
    <div className="grid gap-1 sm:max-w-56">
      <FieldSelect row={row} noteId={noteId} />
      {row.note && (
        <p id={noteId} className="text-xs text-muted">
          {row.note}
        </p>
      )}
    </div>
  );
}

function FieldSelect({ row: { header, field, note, choose }, noteId }: { row: Row; noteId: string }) {
  if (!choose || !isNamed(header)) return typeof field === 'string' ? fieldLabel(field) : columnsCopy.notRead;
  const take = (value: string) => {
    if (value === AUTOMATIC) return choose(header, undefined);
    return choose(header, value === NONE ? null : value);
  };
  return (
    <NativeSelect
      aria-label={`Field of the column ${header}`}
      aria-describedby={note ? noteId : undefined}
      className="w-full sm:w-56"
      value={field === undefined ? AUTOMATIC : (field ?? NONE)}
      onChange={event => take(event.target.value)}
    >
      <option value={AUTOMATIC}>{columnsCopy.byName}</option>
      <option value={NONE}>{columnsCopy.notRead}</option>
      {(['agent', 'property'] as const).map(group => (
        <optgroup key={group} label={columnsCopy.groups[group]}>
          {deliveryFields
            .filter(one => one.group === group)
            .map(({ column, label, isRequired }) => (
              <option key={column} value={column}>
                {isRequired ? `${label} (required)` : label}
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}

const HeaderName = ({ header }: FileColumn) =>
  header.trim() === '' ? <span className="text-muted">{columnsCopy.unnamed}</span> : header;

function Share({ filled, rows }: Row) {
  if (filled === undefined) return '–';
  return (
    <div className="grid w-24 gap-1 tabular-nums">
      {shareText(filled, rows)}
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-ink/10">
        <span
          className="block h-full rounded-full bg-accent-deep"
          style={{ width: `${rows === 0 ? 0 : (filled / rows) * 100}%` }}
        />
      </span>
    </div>
  );
}

const Examples = ({ examples }: FileColumn) => (
  <span className="text-muted wrap-anywhere">{examples.join(' · ') || '–'}</span>
);

const named: Columns<Row> = [
  {
    header: 'Column of the file',
    cell: ({ row }) => (
      <div className="min-w-32 max-w-56 font-semibold wrap-anywhere">
        <HeaderName {...row.original} />
      </div>
    ),
  },
  { header: 'Read as', cell: ({ row }) => <FieldChoice row={row.original} /> },
];
const examples: Columns<Row> = [{ header: 'Examples', cell: ({ row }) => <Examples {...row.original} /> }];

const tableColumns: Columns<Row> = [...named, ...examples];
const countedColumns: Columns<Row> = [
  ...named,
  { header: 'Filled', cell: ({ row }) => <Share {...row.original} /> },
  ...examples,
];

const ColumnCard = ({ row }: { row: Row }) => (
  <>
    <p className="font-semibold wrap-anywhere">
      <HeaderName {...row} />
    </p>
    <FieldChoice row={row} />
    <CardFacts
      facts={{
        Filled: row.filled === undefined ? null : <Share {...row} />,
        Examples: <Examples {...row} />,
      }}
    />
  </>
);
