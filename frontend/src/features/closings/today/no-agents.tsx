import type { PastOutcome } from '@closingwire/contracts/today';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleCheck, Eye, PhoneOff, SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { api } from '../../../product/api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { barredMatches } from './barred-matches.ts';
import { everyone, type TodayState } from './use-today-state.ts';

const MOST_BARRED = 200;
const noOutcomes: PastOutcome[] = [];

/** Says why Today has no agents. */
export default function NoAgents({ state }: { state: TodayState }) {
  if (state.goneView !== null) {
    return (
      <EmptyState
        level="h3"
        icon={SearchX}
        title={`There is no view “${state.goneView}”`}
        actions={<Button onClick={state.openToCall}>Show all agents</Button>}
      >
        It was deleted or has another name now. Choose another view, or show all agents.
      </EmptyState>
    );
  }
  const { search, zips, side } = state.choice;
  if (search || zips.length > 0 || side) return <NoMatch state={state} />;
  if (state.list === 'follow-ups') {
    return (
      <EmptyState level="h3" icon={CalendarClock} title="No follow-ups">
        Press an outcome beside an agent and choose a day, and the agent appears here.
      </EmptyState>
    );
  }
  if (state.list === 'watched') {
    return (
      <EmptyState level="h3" icon={Eye} title="You watch no agents">
        Press Watch beside an agent, and an email tells you of each new closing in your ZIP codes.
      </EmptyState>
    );
  }
  return (
    <EmptyState level="h3" icon={CircleCheck} title="Nobody to call yet">
      We know of no sale in your ZIP codes in the last 7 days. When a sale is recorded and reaches us, its
      agents appear here.
    </EmptyState>
  );
}

/** Names the agents who match the search but are marked 'do not call'. */
function NoMatch({ state }: { state: TodayState }) {
  const { search, side } = state.choice;
  const { data } = useQuery(
    api.leads.listOutcomes.queryOptions({
      input: { outcome: 'do-not-call', limit: MOST_BARRED },
      enabled: search !== '',
    }),
  );
  const barred = barredMatches(data?.outcomes ?? noOutcomes, search);
  const showAll = <Button onClick={() => state.choose(everyone)}>Show all agents</Button>;
  if (barred.length === 0) {
    return (
      <EmptyState level="h3" icon={SearchX} title="No agent matches" actions={showAll}>
        {side && search === ''
          ? 'No role of these closings names this side.'
          : 'Search by a part of a name, brokerage or address.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState level="h3" icon={PhoneOff} title={'You marked them "Do not call"'} actions={showAll}>
      {barred.map(({ agentId, fullName }) => (
        <span key={agentId} className="block">
          <Link className={linkStyle} to={`/agent/${agentId}`} state={{ isFromToday: true }}>
            {fullName}
          </Link>
        </span>
      ))}
    </EmptyState>
  );
}
