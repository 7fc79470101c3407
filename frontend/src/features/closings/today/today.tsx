import type { OutcomeKind, TodayAgent, TodayReply, TodaySort } from '@closingwire/contracts/today';
import { CircleCheck, SearchX } from 'lucide-react';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { countText } from '../../../product/count-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { AgentRow } from './agent-row.tsx';
import { usePutOutcome, useToday, useUndoOutcome, useVisit } from './queries.ts';
import { visitText } from './reasons.ts';
import { type TodayState, useTodayState } from './use-today-state.ts';

const sortLabels: Record<TodaySort, string> = {
  reason: 'Best reason first',
  newest: 'Newest first',
  deals: 'Most deals',
  total: 'Highest sum',
  name: 'Name',
  brokerage: 'Brokerage',
};

/** The agents of the week over all ZIPs, one row each, in the order in which to call them. */
export function Today() {
  const state = useTodayState();
  const today = useToday(state);
  useVisit(today.isSuccess);
  if (today.isError && isUnknownCall(today.error)) return null;
  return (
    <Card id="today" className="scroll-mt-20 overflow-hidden">
      <section aria-labelledby="today-title">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-line px-5 py-4">
          <div>
            <h2 id="today-title" className="text-lg font-semibold">
              Today
            </h2>
            <p role="status" className="text-sm text-muted">
              {today.isPending && 'Loading agents'}
              {today.data && !today.isError && <Counts reply={today.data} />}
            </p>
          </div>
          <Tools state={state} />
        </div>
        {today.isPending && <Spinner className="w-full py-20" label="Loading agents" />}
        {today.isError && <FailedState title="Today could not be loaded" query={today} />}
        {today.data && !today.isError && (
          <Agents reply={today.data} state={state} isStale={today.isPlaceholderData} />
        )}
      </section>
    </Card>
  );
}

const agentText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'agent' : 'agents'}`;

function Counts({ reply: { total, closings, newAgents, due, newSince } }: { reply: TodayReply }) {
  const news = newSince && `${newAgents} new ${visitText(new Date(newSince), new Date())}`;
  return (
    <>
      {news && <strong className="text-accent-deep">{news}</strong>}
      {news && ' · '}
      {due > 0 && `${due} to follow up · `}
      {`${agentText(total)}, ${countText(closings)} in the last 7 days`}
    </>
  );
}

function Tools({ state }: { state: TodayState }) {
  return (
    <div className="flex flex-wrap gap-2">
      <SettlingInput
        type="search"
        aria-label="Search agents"
        placeholder="Name, brokerage or address"
        className="w-56"
        value={state.search}
        onSettled={state.find}
      />
      <NativeSelect
        aria-label="Sort agents"
        value={state.sort}
        onChange={event => state.sortBy(event.target.value as TodaySort)}
      >
        {Object.entries(sortLabels).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

type AgentsProps = { reply: TodayReply; state: TodayState; isStale: boolean };

function Agents({ reply: { agents, totalPages }, state, isStale }: AgentsProps) {
  const undo = useUndoOutcome();
  const put = usePutOutcome(undo.mutate);
  const send = (agent: TodayAgent, outcome: OutcomeKind, more: { note?: string; followUpOn?: string } = {}) =>
    put.mutate({ outcomeId: crypto.randomUUID(), agent, outcome, ...more });
  if (agents.length === 0) return <NoAgents state={state} />;
  return (
    <>
      <ul aria-label="Agents to call" className={`divide-y divide-line ${isStale ? 'opacity-60' : ''}`}>
        {agents.map(agent => (
          <AgentRow
            key={agent.agentId}
            agent={agent}
            onOutcome={send}
            onFollowUp={change =>
              agent.last &&
              put.mutate({ ...change, agent, outcomeId: agent.last.id, outcome: agent.last.outcome })
            }
          />
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-3.5">
        <Pagination page={state.page} totalPages={totalPages} onPage={state.goTo} isBusy={isStale} />
      </div>
    </>
  );
}

function NoAgents({ state }: { state: TodayState }) {
  if (state.search) {
    return (
      <EmptyState
        level="h3"
        icon={SearchX}
        title="No agent matches"
        actions={<Button onClick={() => state.find('')}>Clear the search</Button>}
      >
        Search by a part of a name, brokerage or address.
      </EmptyState>
    );
  }
  return (
    <EmptyState level="h3" icon={CircleCheck} title="Nobody to call yet">
      The agents of the last 7 days appear here as soon as closings arrive.
    </EmptyState>
  );
}
