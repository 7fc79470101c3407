import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { type AgentRow, contactsOf, keyOf, rowsText } from './identity.ts';
import { WrongContact } from './wrong-contact.tsx';

type Row = AgentRow & { isChosen: boolean; onChosen: (isChosen: boolean) => void };

type AgentRowsProps = {
  name: string;
  rows: readonly AgentRow[];
  chosen: ReadonlySet<string>;
  onChoose: (row: AgentRow, isChosen: boolean) => void;
};

const FIRST_ROWS = 20;

/** The rows of an agent, which the user can choose. Of many, the first ones are shown until the user asks for all. */
export function AgentRows({ name, rows, chosen, onChoose }: AgentRowsProps) {
  const [hasAll, setAll] = useState(false);
  const shown = hasAll ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <RowList
        caption={`Rows of ${name}`}
        columns={rowColumns}
        rows={shown.map(
          (row): Row => ({
            ...row,
            isChosen: chosen.has(keyOf(row)),
            onChosen: isChosen => onChoose(row, isChosen),
          }),
        )}
        keyOf={keyOf}
        card={row => <RowCard row={row} />}
      />
      {shown.length < rows.length && (
        <p className="border-t border-line px-5 py-3">
          <Button size="sm" onClick={() => setAll(true)}>
            Show All {rowsText(rows.length)}
          </Button>
        </p>
      )}
    </>
  );
}

const Choice = ({ zip, fullName, isChosen, onChosen }: Row) => (
  <label className="flex cursor-pointer items-center gap-3 font-semibold">
    <input
      type="checkbox"
      aria-label={`Choose ${zip}, ${fullName}`}
      checked={isChosen}
      onChange={event => onChosen(event.target.checked)}
      className="size-4 shrink-0 accent-ink"
    />
    {zip}
  </label>
);

function Contacts({ row }: { row: Row }) {
  const contacts = contactsOf(row);
  if (contacts.length === 0) return '–';
  return contacts.map(({ field, text: contact }) => (
    <p key={field} className="not-first:text-muted">
      {contact} <WrongContact agent={row} field={field} />
    </p>
  ));
}

const OptedOut = ({ isSuppressed }: Row) =>
  isSuppressed ? <Badge tone="caution">Opted out</Badge> : <span className="text-muted">No</span>;

const text = (value: string | null) => value || '–';
const closings = (row: Row) => row.closings.toLocaleString('en-US');

const rowColumns: Columns<Row> = [
  { header: 'ZIP', cell: ({ row }) => <Choice {...row.original} /> },
  {
    header: 'Name',
    cell: ({ row }) => <p className="min-w-28 wrap-anywhere">{row.original.fullName}</p>,
  },
  { header: 'License', cell: ({ row }) => text(row.original.licenseNumber) },
  {
    header: 'Contacts',
    cell: ({ row }) => (
      <div className="min-w-44 max-w-64 wrap-anywhere">
        <Contacts row={row.original} />
      </div>
    ),
  },
  {
    header: 'Brokerage',
    cell: ({ row }) => <p className="min-w-28 wrap-anywhere">{text(row.original.brokerageName)}</p>,
  },
  { header: 'Closings', cell: ({ row }) => closings(row.original) },
  { header: 'Opted out', cell: ({ row }) => <OptedOut {...row.original} /> },
];

const RowCard = ({ row }: { row: Row }) => (
  <>
    <CardHead aside={row.isSuppressed && <OptedOut {...row} />}>
      <Choice {...row} />
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        Name: row.fullName,
        License: row.licenseNumber,
        Contacts: <Contacts row={row} />,
        Brokerage: row.brokerageName,
        Closings: closings(row),
      }}
    />
  </>
);
