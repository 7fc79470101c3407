import type { PastOutcome } from '@closingwire/contracts/today';
import { type OutcomeKind, outcomeKinds } from '@closingwire/contracts/today-names';
import { History as HistoryIcon, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { useHistory } from './queries.ts';
import { historyOf, outcomeLabels } from './reasons.ts';
import { useRemoveOutcome, useWithRemoved } from './use-removal.ts';
import type { TodayState } from './use-today-state.ts';

const noOutcomes: PastOutcome[] = [];

type HistoryProps = { state: Pick<TodayState, 'outcome' | 'openOutcomes' | 'page' | 'goTo'> };

/** The outcomes that the user noted, the newest first. */
export default function History({ state }: HistoryProps) {
  return (
    <>
      <div className="border-b border-line px-5 py-3">
        <NativeSelect
          aria-label="Outcomes"
          value={state.outcome ?? ''}
          onChange={event => state.openOutcomes((event.target.value || null) as OutcomeKind | null)}
        >
          <option value="">All outcomes</option>
          {outcomeKinds.map(kind => (
            <option key={kind} value={kind}>{`Agents now marked: ${outcomeLabels[kind]}`}</option>
          ))}
        </NativeSelect>
      </div>
      <Outcomes state={state} />
    </>
  );
}

function Outcomes({ state: { outcome, page, goTo } }: HistoryProps) {
  const history = useHistory(outcome, page);
  const { rows, isGone, onRemove } = useWithRemoved(
    history.data?.outcomes ?? noOutcomes,
    `${outcome} ${page}`,
  );
  if (history.isPending) return <Spinner className="w-full py-20" label="Loading history" />;
  if (history.isError) return <FailedState title="The history could not be loaded" query={history} />;
  const { totalPages } = history.data;
  if (rows.length === 0) {
    return (
      <EmptyState level="h3" icon={HistoryIcon} title="Nothing noted yet">
        Press Called, Voicemail or Met beside an agent, and it appears here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Outcomes" className="divide-y divide-line">
        {rows.map(each => (
          <Row key={each.id} outcome={each} isGone={isGone(each)} onRemove={() => onRemove(each)} />
        ))}
      </ul>
      <PageFooter
        label="Pages of outcomes"
        page={page}
        totalPages={totalPages}
        onPage={goTo}
        isBusy={history.isPlaceholderData}
      />
    </>
  );
}

type RowProps = { outcome: PastOutcome; isGone: boolean; onRemove: () => void };

function Row({ outcome, isGone, onRemove }: RowProps) {
  const remove = useRemoveOutcome();
  const { agentId, fullName, brokerageName, note, madeAt } = outcome;
  return (
    <li className="flex items-start justify-between gap-3 px-5 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-semibold">
          {fullName ? (
            <Link className={linkStyle} to={`/agent/${agentId}`} state={{ isFromToday: true }}>
              {fullName}
            </Link>
          ) : (
            'An agent outside of your ZIP codes'
          )}
        </p>
        <p>{historyOf({ last: outcome, isDue: false })}</p>
        {note && <p className="text-muted break-words">“{note}”</p>}
        <p className="text-muted">{[brokerageName, formatInstant(madeAt)].filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        size="sm"
        aria-label={`${isGone ? 'Removed' : 'Remove'}: ${outcomeLabels[outcome.outcome]}, ${fullName ?? 'an agent'}`}
        disabled={isGone || remove.isPending}
        onClick={() => {
          onRemove();
          remove.mutate(outcome);
        }}
      >
        <Undo2 aria-hidden /> {isGone ? 'Removed' : 'Remove'}
      </Button>
    </li>
  );
}
