import type { AgentPage } from '@closingwire/contracts/agent-page';
import type { OutcomeKind } from '@closingwire/contracts/today-names';
import { useState } from 'react';
import { formatInstant } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Outcomes } from '../today/agent-row.tsx';
import FollowUp from '../today/follow-up.tsx';
import { usePutOutcome } from '../today/queries.ts';
import { historyOf } from '../today/reasons.ts';
import { useRemoveOutcome, useWithRemoved } from '../today/use-removal.ts';
import { barringOutcome } from './barring-outcome.ts';

/** Notes an outcome, and lists the earlier ones. */
export function AgentHistory({ agent }: { agent: AgentPage }) {
  const { press, save } = usePutOutcome();
  const remove = useRemoveOutcome();
  const { rows, isGone, onRemove } = useWithRemoved(agent.outcomes, agent.agentId);
  const [isOpen, setOpen] = useState(false);
  const [last] = agent.outcomes;
  const barring = barringOutcome(agent);
  const note = (outcome: OutcomeKind) => press(agent, outcome, () => setOpen(outcome !== 'do-not-call'));
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">Your history</h2>
      <div className="print:hidden">
        <Outcomes
          agent={agent}
          held={(barring ?? last)?.outcome}
          isBarred={barring !== undefined}
          onOutcome={note}
        />
        {barring && (
          <p className="mt-2 text-sm text-muted">
            You can note nothing else while the mark "Do not call" holds. Remove it first.
          </p>
        )}
      </div>
      {isOpen && last && (
        <FollowUp
          key={last.id}
          name={agent.fullName}
          last={last}
          onSave={(change, onSaved) =>
            save({ ...change, agent, outcomeId: last.id, outcome: last.outcome }, onSaved)
          }
          onClose={() => setOpen(false)}
        />
      )}
      {rows.length === 0 && <p className="text-sm text-muted">You noted nothing yet.</p>}
      <ol aria-label="Outcomes" className="divide-y divide-line text-sm">
        {rows.map(outcome => (
          <li key={outcome.id} className="flex items-start justify-between gap-3 py-2">
            <div className="min-w-0">
              <p>{historyOf({ last: outcome, isDue: false })}</p>
              {outcome.note && <p className="break-words text-muted">“{outcome.note}”</p>}
              <p className="text-muted">{formatInstant(outcome.madeAt)}</p>
            </div>
            <Button
              size="sm"
              tone="quiet"
              className="print:hidden"
              disabled={isGone(outcome) || remove.isPending}
              aria-label={`${isGone(outcome) ? 'Removed' : 'Remove'}: ${historyOf({ last: outcome, isDue: false })}`}
              onClick={() => {
                onRemove(outcome);
                remove.mutate({ ...outcome, agentId: agent.agentId, fullName: agent.fullName });
              }}
            >
              {isGone(outcome) ? 'Removed' : 'Remove'}
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  );
}
