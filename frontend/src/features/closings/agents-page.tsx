import { ArrowLeft, Download, SearchX } from 'lucide-react';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useParams } from 'react-router-dom';
import { countText } from '../../product/count-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { agentsHead, fetchFailed } from './copy.ts';
import { daysText } from './filters/days-text.ts';
import { AgentCards } from './zip-agents/agent-cards.tsx';
import { AgentFilterBar } from './zip-agents/agent-filter-bar.tsx';
import { useTodayIn, useZipAgents, useZipExport, type ZipAgentsInput } from './zip-agents/queries.ts';
import { datesOf } from './zip-agents/sale-dates.ts';
import { useAgentFilters } from './zip-agents/use-agent-filters.ts';

export default function AgentsPage() {
  const { zipCode = '' } = useParams();
  return (
    <NuqsAdapter>
      <PageHead {...agentsHead(zipCode)} />
      <ZipAgents key={zipCode} zipCode={zipCode} />
    </NuqsAdapter>
  );
}

function ZipAgents({ zipCode }: { zipCode: string }) {
  const filters = useAgentFilters();
  const dates = datesOf(filters, useTodayIn(zipCode));
  const input: ZipAgentsInput = {
    zip: zipCode,
    ...dates,
    ...(filters.search && { search: filters.search }),
    ...(filters.leadListId && { leadListId: filters.leadListId }),
  };
  const agents = useZipAgents(input, filters.page);
  const download = useZipExport(input);
  const total = agents.isError ? undefined : agents.data?.total;
  const isLoading = agents.isPending || agents.isPlaceholderData;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6 px-4 py-10 sm:px-6">
      <ButtonLink to="/dashboard" tone="quiet" size="sm" className="-ml-3 justify-self-start">
        <ArrowLeft aria-hidden /> Back to Dashboard
      </ButtonLink>
      <PageTitle
        title={`Agents in ${zipCode}`}
        actions={
          <Button onClick={() => download.mutate()} disabled={!total || download.isPending}>
            <Download aria-hidden /> {download.isPending ? 'Exporting...' : 'Export List'}
          </Button>
        }
      >
        <p role="status">
          {isLoading && 'Loading agents'}
          {!isLoading &&
            total !== undefined &&
            [countText(total), daysText(dates)].filter(Boolean).join(', ')}
        </p>
      </PageTitle>
      <AgentFilterBar filters={filters} />
      {filters.leadListId && (
        <NoticeBox
          actions={
            <Button size="sm" onClick={filters.reset}>
              Show all closings
            </Button>
          }
        >
          These are the closings of one lead list, as it was made ready.
        </NoticeBox>
      )}
      <AgentList
        agents={agents}
        page={filters.page}
        fallback={filters.leadListId ? fetchFailed.agentsOrLists : fetchFailed.agents}
        onPage={filters.goTo}
      />
    </div>
  );
}

type AgentListProps = {
  agents: ReturnType<typeof useZipAgents>;
  page: number;
  fallback: string;
  onPage: (page: number) => void;
};

function AgentList({ agents, page, fallback, onPage }: AgentListProps) {
  const loading = <Spinner className="w-full py-24" label="Loading agents" />;
  if (agents.isPending) return loading;
  if (agents.isError) {
    return (
      <Card>
        <FailedState title="Agents could not be loaded" query={agents} fallback={fallback} />
      </Card>
    );
  }
  const { agents: rows, totalPages } = agents.data;
  if (rows.length === 0 && totalPages === 0) {
    if (agents.isPlaceholderData) return loading;
    return (
      <Card>
        <EmptyState icon={SearchX} title="No agents found">
          Nobody closed here in this period, or nobody matches your search. Try a wider range of dates.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {rows.length > 0 ? <AgentCards agents={rows} isStale={agents.isPlaceholderData} /> : loading}
      <div className="justify-self-end">
        <Pagination page={page} totalPages={totalPages} onPage={onPage} isBusy={agents.isPlaceholderData} />
      </div>
    </>
  );
}
