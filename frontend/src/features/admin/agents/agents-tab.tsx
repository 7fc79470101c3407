import type { AgentIdentity } from '@closingwire/contracts/agent-identities';
import { MOST_IDENTITIES } from '@closingwire/contracts/shown-limits';
import { SearchX, UserSearch } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { countedText, listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { SearchBox } from '../search-box.tsx';
import { useSearchFilter } from '../use-search-filter.ts';
import { AgentPanel } from './agent-panel.tsx';
import { agentsCopy, mergeCopy } from './copy.ts';
import { SHORTEST, useAgents } from './queries.ts';

/** Returns for example "2 agents". */
export const foundText = ({ length }: readonly AgentIdentity[]): string =>
  length === MOST_IDENTITIES
    ? `The first ${MOST_IDENTITIES} agents found`
    : countedText(length, 'agent', 'agents');

/** Finds agents across ZIPs, splits one agent and merges two. */
export default function AgentsTab() {
  const filter = useSearchFilter();
  const { q } = filter;
  const { identities, running, onMerging } = useAgents(q);
  const isAsked = q.length >= SHORTEST;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Panel
        title={agentsCopy.title}
        status={
          isAsked
            ? listText(identities, 'Searching agents', ({ identities: found }) => foundText(found))
            : q !== '' && agentsCopy.shortest
        }
        actions={
          <SearchBox
            label="Find agents"
            placeholder="Name, email, phone or license"
            text={filter.text}
            onText={filter.setText}
            className="w-full sm:w-80"
          />
        }
      >
        {!isAsked && (
          <EmptyState level="h3" icon={UserSearch} title={agentsCopy.start}>
            {agentsCopy.startText}
          </EmptyState>
        )}
        {isAsked && (
          <Loaded query={identities} loading="Searching agents" failed="Agents could not be searched">
            {({ identities: found }) =>
              found.length === 0 && <NoAgents isStale={identities.isPlaceholderData} filter={filter} />
            }
          </Loaded>
        )}
        <div role="status">
          {running && (
            <NoticeBox tone={running.isLate ? 'caution' : 'neutral'} className="m-5">
              {running.isLate ? mergeCopy.late : mergeCopy.running}
            </NoticeBox>
          )}
        </div>
      </Panel>
      {isAsked &&
        !identities.isError &&
        identities.data?.identities.map(identity => (
          <AgentPanel key={identity.id} identity={identity} isBusy={running !== null} onMerging={onMerging} />
        ))}
    </div>
  );
}

type NoAgentsProps = { isStale: boolean; filter: ReturnType<typeof useSearchFilter> };

/** `isStale`: the agents of the search before, while this one runs. */
function NoAgents({ isStale, filter }: NoAgentsProps) {
  if (isStale) return <Spinner className="w-full py-20" label="Searching agents" />;
  return (
    <EmptyState
      level="h3"
      icon={SearchX}
      title={agentsCopy.none}
      actions={<Button onClick={() => filter.setText('')}>Clear the search</Button>}
    >
      {agentsCopy.noneText}
    </EmptyState>
  );
}
