import type { GroupState } from '@closingwire/contracts/system';
import { CircleSlash, PlugZap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import { DeadLetterDialog } from './dead-letter-dialog.tsx';

const number = (count: number) => count.toLocaleString('en-US');

const columnsFor = (onOpen: (group: string) => void): Columns<GroupState> => [
  {
    header: 'Consumer group',
    cell: ({ row }) => <span className="font-semibold">{row.original.group}</span>,
  },
  { header: 'Waiting', cell: ({ row }) => number(row.original.lag) },
  {
    header: 'Of the topics',
    cell: ({ row }) => <span className="wrap-anywhere">{topicsOf(row.original)}</span>,
  },
  { header: 'Dead letters', cell: ({ row }) => number(row.original.deadLetters) },
  { header: 'Actions', cell: ({ row }) => <OpenLetters state={row.original} onOpen={onOpen} /> },
];

const topicsOf = ({ topics }: GroupState) =>
  topics.map(({ topic, lag }) => `${topic}: ${number(lag)}`).join(', ');

type OpenLettersProps = { state: GroupState; onOpen: (group: string) => void };

function OpenLetters({ state: { group, deadLetters }, onOpen }: OpenLettersProps) {
  if (deadLetters === 0) return null;
  return (
    <Button size="sm" aria-label={`Review dead letters of ${group}`} onClick={() => onOpen(group)}>
      Review
    </Button>
  );
}

export function GroupPanel({ groups }: { groups: readonly GroupState[] | null }) {
  const [open, setOpen] = useState<string>();
  const columns = useMemo(() => columnsFor(setOpen), []);
  const dead = groups?.reduce((sum, { deadLetters }) => sum + deadLetters, 0) ?? 0;
  return (
    <Panel title="Events" status={groups && `${number(dead)} dead ${dead === 1 ? 'letter' : 'letters'}`}>
      {groups === null ? (
        <div role="alert">
          <EmptyState level="h3" icon={PlugZap} title="The event bus does not answer">
            Events wait in the databases and are sent when it is back; until then no new list comes.
          </EmptyState>
        </div>
      ) : groups.length === 0 ? (
        <EmptyState level="h3" icon={CircleSlash} title="No consumer groups to show" />
      ) : (
        <RowList
          caption="Consumer groups"
          columns={columns}
          rows={groups}
          from="48rem"
          keyOf={({ group }) => group}
          card={state => (
            <>
              <CardHead aside={<OpenLetters state={state} onOpen={setOpen} />}>
                <p className="font-semibold">{state.group}</p>
              </CardHead>
              <CardFacts
                facts={{
                  Waiting: number(state.lag),
                  'Of the topics': topicsOf(state),
                  'Dead letters': number(state.deadLetters),
                }}
              />
            </>
          )}
          cardClassName="gap-2 px-5 py-3"
        />
      )}
      {open && <DeadLetterDialog group={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}
