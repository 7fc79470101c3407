import type { AgentIdentity } from '@closingwire/contracts/agent-identities';
import { Merge as MergeIcon, Split } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Panel } from '../panel.tsx';
import { AgentRows } from './agent-rows.tsx';
import { splitCopy } from './copy.ts';
import {
  type AgentRow,
  keyOf,
  type Merge,
  nameOf,
  namesOf,
  placesText,
  rowsText,
  splitHint,
} from './identity.ts';
import { useSplit } from './queries.ts';

const MergeDialog = lazy(() => import('./merge-dialog.tsx'));

type AgentPanelProps = { identity: AgentIdentity; isBusy: boolean; onMerging: (merge: Merge) => void };

/** An agent with the rows of their ZIPs. */
export function AgentPanel({ identity, isBusy, onMerging }: AgentPanelProps) {
  const { rows, mergedAt } = identity;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'split' | 'merge' | null>(null);
  const split = useSplit(identity);
  const name = nameOf(identity);
  // Rows leave an agent when they are merged or split.
  const chosenRows = rows.filter(row => chosen.has(keyOf(row)));
  const hint = splitHint(chosenRows.length, rows.length);
  const choose = (row: AgentRow, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(keyOf(row));
    else next.delete(keyOf(row));
    setChosen(next);
  };
  const splitText = chosenRows.length === 0 ? 'Split' : `Split ${rowsText(chosenRows.length)}`;
  const lastMerge = mergedAt.at(-1);
  return (
    <Panel
      title={name}
      text={[
        placesText(identity),
        namesOf(identity).length > 1 && `also ${namesOf(identity).slice(1).join(', ')}`,
        lastMerge && `merged ${formatInstant(lastMerge)}`,
      ]
        .filter(Boolean)
        .join('; ')}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            disabled={isBusy || split.isPending || hint !== undefined}
            aria-label={`${splitText} of ${name}`}
            onClick={() => setDialog('split')}
          >
            <Split aria-hidden /> {splitText}
          </Button>
          <Button
            size="sm"
            disabled={isBusy}
            aria-label={`Merge ${name} with another agent`}
            onClick={() => setDialog('merge')}
          >
            <MergeIcon aria-hidden /> Merge
          </Button>
        </div>
      }
    >
      <AgentRows name={name} rows={rows} chosen={chosen} onChoose={choose} />
      {hint && <p className="border-t border-line px-5 py-3 text-sm text-muted">{hint}</p>}
      {dialog === 'split' && (
        <ConfirmDialog
          title={splitCopy.title}
          action={splitText}
          onClose={() => setDialog(null)}
          onConfirm={() => split.mutate(chosenRows)}
        >
          <SplitFacts rows={chosenRows} />
        </ConfirmDialog>
      )}
      {dialog === 'merge' && (
        <Suspense fallback={null}>
          <MergeDialog identity={identity} onMerging={onMerging} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

const SplitFacts = ({ rows }: { rows: readonly AgentRow[] }) => (
  <div className="grid gap-3 text-sm">
    <ul className="grid gap-1 font-semibold wrap-anywhere">
      {rows.map(row => (
        <li key={keyOf(row)}>
          {row.zip}, {row.fullName}
        </li>
      ))}
    </ul>
    <ul className="grid list-disc gap-1 pl-5">
      {splitCopy.follows.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
);
