import type { Source } from '@closingwire/contracts/sources';
import { Pencil } from 'lucide-react';
import { formatDay, formatInstant } from '../../../lib/dates.ts';
import { Badge, StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { CardFacts, CardHead, CellLines, RowList } from '../row-list.tsx';
import { afterRenewal, kindLabels, labelsOfUses, statesText } from './copy.ts';
import { endLook, lastDayOf } from './license-end.ts';

type Row = Source & { onEdit: (source: Source) => void };
type SourceRowsProps = { sources: readonly Source[]; onEdit: (source: Source) => void };

export const SourceRows = ({ sources, onEdit }: SourceRowsProps) => (
  <RowList
    caption="Sources"
    columns={sourceColumns}
    rows={sources.map((source): Row => ({ ...source, onEdit }))}
    keyOf={({ id }) => id}
    card={row => <SourceCard row={row} />}
  />
);

function End({ expiresAt }: Source) {
  if (expiresAt === null) return <span className="text-muted">No end</span>;
  const look = endLook(expiresAt, new Date());
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="whitespace-nowrap" title={formatInstant(expiresAt)}>
        {formatDay(lastDayOf(expiresAt))}
      </span>
      {look && <StateBadge {...look} />}
    </span>
  );
}

function Uses({ permittedUses, isValid }: Source) {
  const text = permittedUses.map(use => labelsOfUses[use]).join(', ');
  if (isValid && text !== '') return text;
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={isValid ? 'caution' : 'danger'}>None</Badge>
      {text !== '' && <span className="text-xs text-muted">{afterRenewal(text)}</span>}
    </span>
  );
}

const EditSource = ({ row }: { row: Row }) => (
  <Button size="sm" aria-label={`Edit ${row.name}`} onClick={() => row.onEdit(row)}>
    <Pencil aria-hidden /> Edit
  </Button>
);

const named = ({ mustBeNamed }: Source) => (mustBeNamed ? 'Yes' : 'No');
const delivered = ({ lastDeliveryAt }: Source) =>
  lastDeliveryAt === null ? 'None yet' : formatInstant(lastDeliveryAt);

const sourceColumns: Columns<Row> = [
  {
    header: 'Source',
    cell: ({ row: { original } }) => (
      <CellLines lines={[original.name, kindLabels[original.kind]]} className="min-w-36 max-w-56" isName />
    ),
  },
  {
    header: 'License and contact',
    cell: ({ row: { original } }) => (
      <CellLines lines={[original.license ?? '–', original.contact ?? '']} className="min-w-32 max-w-56" />
    ),
  },
  {
    header: 'Uses',
    cell: ({ row }) => (
      <div className="min-w-24">
        <Uses {...row.original} />
      </div>
    ),
  },
  {
    header: 'States',
    cell: ({ row }) => <p className="min-w-24 max-w-40 wrap-anywhere">{statesText(row.original.states)}</p>,
  },
  { header: 'Last day', cell: ({ row }) => <End {...row.original} /> },
  { header: 'Must be named', cell: ({ row }) => named(row.original) },
  { header: 'Trust', cell: ({ row }) => row.original.trust },
  {
    header: 'Keys',
    cell: ({ row }) => (
      <p className="min-w-20 max-w-40 wrap-anywhere">{row.original.keys.join(', ') || '–'}</p>
    ),
  },
  {
    header: 'Last delivery',
    cell: ({ row }) => <span className="whitespace-nowrap">{delivered(row.original)}</span>,
  },
  { header: 'Actions', cell: ({ row }) => <EditSource row={row.original} /> },
];

const SourceCard = ({ row }: { row: Row }) => (
  <>
    <CardHead aside={<EditSource row={row} />}>
      <CellLines lines={[row.name, kindLabels[row.kind]]} className="min-w-0" isName />
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        License: row.license,
        Contact: row.contact,
        Uses: <Uses {...row} />,
        States: statesText(row.states),
        'Last day': <End {...row} />,
        'Must be named': named(row),
        Trust: row.trust,
        Keys: row.keys.join(', '),
        'Last delivery': delivered(row),
      }}
    />
  </>
);
