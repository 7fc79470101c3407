import type { ContactsOverview, DoNotCallList } from '@closingwire/contracts/contacts';
import { PhoneOff } from 'lucide-react';
import { formatDay, formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { countedText } from '../counted.ts';
import { CardFacts, CardHead, CellLines, RowList } from '../row-list.tsx';
import { areasText, effectiveCodes, listKinds, numbersText } from './copy.ts';
import { RemoveList } from './remove-list.tsx';

/** The uploaded lists, and the area codes that they cover. */
export function DoNotCallLists({ lists, registry }: Pick<ContactsOverview, 'lists' | 'registry'>) {
  if (lists.length === 0)
    return (
      <EmptyState level="h3" icon={PhoneOff} title="No do-not-call list">
        Without a list nothing is known about the registry.
      </EmptyState>
    );
  const outdated = registry.areaCodes.filter(({ isValid }) => !isValid);
  return (
    <>
      <p className="px-5 py-4 text-sm">
        {numbersText(registry.numbers)} in {countedText(registry.areaCodes.length, 'area code', 'area codes')}
        .
        {outdated.length > 0 && (
          <span className="text-danger">
            {' '}
            Too old to count: {areasText(outdated.map(({ areaCode }) => areaCode))}. Upload a new list.
          </span>
        )}
      </p>
      <RowList
        caption="Do-not-call lists"
        columns={listColumns}
        rows={lists}
        keyOf={({ id }) => id}
        card={list => <ListCard list={list} />}
      />
    </>
  );
}

function ListState({ list }: { list: DoNotCallList }) {
  if (list.removedAt !== null) return <Badge>Removed</Badge>;
  if (effectiveCodes(list).length === 0) return <Badge>Without effect</Badge>;
  return list.isValid ? <Badge tone="positive">Counts</Badge> : <Badge tone="danger">Too old</Badge>;
}

/** Returns when and by whom a list was removed, or where it lost its numbers when a later list was removed. */
function removalLines({ removedAt, removedBy, uncoveredAreaCodes }: DoNotCallList): string[] {
  if (removedAt !== null) return [formatInstant(removedAt), removedBy || 'Deleted user'];
  return uncoveredAreaCodes.length > 0 ? [`No numbers in ${areasText(uncoveredAreaCodes)}`] : [];
}

const Words = ({ text }: { text: string }) => <div className="min-w-24 max-w-64 wrap-anywhere">{text}</div>;

const listColumns: Columns<DoNotCallList> = [
  {
    header: 'List',
    cell: ({ row: { original: list } }) => (
      <CellLines
        className="min-w-24 max-w-64"
        lines={[list.fileName || 'Without a name', listKinds[list.kind]]}
      />
    ),
  },
  { header: 'Account', cell: ({ row }) => <Words text={row.original.accountNumber} /> },
  { header: 'Downloaded', cell: ({ row }) => formatDay(row.original.listedOn) },
  { header: 'Area codes', cell: ({ row }) => <Words text={areasText(row.original.areaCodes)} /> },
  { header: 'Numbers', cell: ({ row }) => row.original.numbers.toLocaleString('en-US') },
  {
    header: 'Uploaded',
    cell: ({ row: { original: list } }) => (
      <CellLines
        className="min-w-32 max-w-64"
        lines={[formatInstant(list.uploadedAt), list.uploadedBy || 'Deleted user']}
      />
    ),
  },
  {
    header: 'State',
    cell: ({ row: { original: list } }) => (
      <div className="min-w-28 max-w-56 wrap-anywhere">
        <ListState list={list} />
        {removalLines(list).map(line => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
      </div>
    ),
  },
  { header: 'Action', cell: ({ row }) => <RemoveList list={row.original} /> },
];

const ListCard = ({ list }: { list: DoNotCallList }) => (
  <>
    <CardHead aside={<ListState list={list} />}>
      <p className="font-semibold wrap-anywhere">{list.fileName || 'Without a name'}</p>
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        Kind: listKinds[list.kind],
        Account: list.accountNumber,
        Downloaded: formatDay(list.listedOn),
        'Area codes': areasText(list.areaCodes),
        Numbers: list.numbers.toLocaleString('en-US'),
        Uploaded: formatInstant(list.uploadedAt),
        By: list.uploadedBy || 'Deleted user',
        [list.removedAt === null ? 'Now' : 'Removed']: removalLines(list).join(', '),
      }}
    />
    <RemoveList list={list} />
  </>
);
