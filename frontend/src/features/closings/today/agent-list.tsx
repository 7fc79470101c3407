import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import type { OutcomeKind } from '@closingwire/contracts/today-names';
import { lazy, Suspense } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AgentRow } from './agent-row.tsx';
import { MOST_SHOWN, type NewOutcome } from './queries.ts';
import { useSteadyRows } from './steady-rows.ts';
import type { TodayState } from './use-today-state.ts';

const NoAgents = lazy(() => import('./no-agents.tsx'));

const listNames = {
  'to-call': 'Agents to call',
  watched: 'Watched agents',
  'follow-ups': 'Agents to follow up',
};

type AgentListProps = {
  reply: TodayReply;
  state: TodayState;
  isStale: boolean;
  isReading: boolean;
  onOutcome: (agent: TodayAgent, outcome: OutcomeKind) => void;
  onFollowUp: (outcome: NewOutcome, onSaved: () => void) => void;
};

/** A page of agents, or why there are none. */
export function AgentList({ reply, state, isStale, isReading, ...actions }: AgentListProps) {
  const { agents, total } = reply;
  const { choice, list: show } = state;
  const list = JSON.stringify([show, choice.sort, choice.search, choice.zips, choice.side]);
  const { rows, use } = useSteadyRows({ agents, list, isStale, isReading });
  if (rows.length === 0 && isStale) return <Spinner className="w-full py-20" label="Loading agents" />;
  if (rows.length === 0) {
    return (
      <Suspense fallback={<Spinner className="w-full py-20" label="Loading agents" />}>
        <NoAgents state={state} />
      </Suspense>
    );
  }
  return (
    <>
      <ul
        aria-label={listNames[show ?? 'to-call']}
        className={`divide-y divide-line ${isStale ? 'opacity-60' : ''}`}
      >
        {rows.map(agent => (
          <AgentRow
            key={agent.agentId}
            agent={agent}
            isPromised={show === 'follow-ups'}
            side={choice.side}
            onUse={() => use(agent.agentId)}
            onOutcome={actions.onOutcome}
            onFollowUp={({ id: outcomeId, outcome }, change, onSaved) =>
              actions.onFollowUp({ ...change, agent, outcomeId, outcome }, onSaved)
            }
          />
        ))}
      </ul>
      {agents.length < total && (
        <p className="border-t border-line px-5 py-3.5 text-center">
          {agents.length < MOST_SHOWN ? (
            <Button aria-busy={isStale} onClick={() => !isStale && state.showMore()}>
              Show more agents
            </Button>
          ) : (
            'Search or choose ZIP codes to see the others.'
          )}
        </p>
      )}
    </>
  );
}
