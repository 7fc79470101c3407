import type { Closing } from '@closingwire/contracts/lead';
import { Download } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { countText } from '../../../product/count-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Sorting } from '../../../ui/data-table.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TableOrCards } from '../../../ui/table-or-cards.tsx';
import { WhenSeen } from '../../../ui/when-seen.tsx';
import { fetchFailed } from '../copy.ts';
import { filteredDays } from '../filters/days-text.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { type ClosingFiltersState, useClosingFilters } from '../filters/use-closing-filters.ts';
import { useClosings, useExport } from '../queries.ts';
import { ClosingCards } from './closing-cards.tsx';
import { closingTableColumns } from './closing-table-columns.tsx';
import { useClosingDialogs } from './use-closing-dialogs.tsx';

const NoClosings = lazy(() => import('./no-closings.tsx'));
const MoreFiles = lazy(() => import('../files/more-files.tsx'));

type ClosingsProps = { zipCodes: readonly string[]; isUpdating: boolean };

export function Closings({ zipCodes, isUpdating }: ClosingsProps) {
  const state = useClosingFilters();
  const { query } = state;
  const days = filteredDays(query);
  const closings = useClosings(state);
  const download = useExport(query);
  const total = closings.isError || state.isGone ? undefined : closings.data?.total;
  const isLoading = closings.isPending || closings.isPlaceholderData;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <div>
          <h2 className="text-lg font-semibold">Recent Closings</h2>
          <p role="status" className="text-sm text-muted">
            {isLoading && !state.isGone && 'Loading closings'}
            {!isLoading && total !== undefined && countText(total) + (days ? '' : ' in the last 7 days')}
          </p>
          {days && <p className="text-sm text-muted">{days}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <WhenSeen label="Loading files" className="flex min-h-px min-w-px flex-wrap gap-2">
            <Suspense fallback={null}>
              <MoreFiles state={state} zipCodes={zipCodes} isEmpty={!total} />
            </Suspense>
          </WhenSeen>
          <Button onClick={() => download.mutate()} disabled={!total || download.isPending}>
            <Download aria-hidden /> {download.isPending ? 'Exporting...' : 'Export CSV'}
          </Button>
        </div>
      </div>
      <FilterBar state={state} zipCodes={zipCodes} />
      <ClosingList closings={closings} state={state} isUpdating={isUpdating} />
    </Card>
  );
}

type ClosingListProps = {
  closings: ReturnType<typeof useClosings>;
  state: ClosingFiltersState;
  isUpdating: boolean;
};

function ClosingList({ closings, state, isUpdating }: ClosingListProps) {
  const loading = <Spinner className="w-full py-20" label="Loading closings" />;
  const none = (
    <Suspense fallback={loading}>
      <NoClosings state={state} isUpdating={isUpdating} />
    </Suspense>
  );
  if (state.isGone) return none;
  if (closings.isPending) return loading;
  if (closings.isError) {
    return (
      <FailedState title="Closings could not be loaded" query={closings} fallback={fetchFailed.agents} />
    );
  }
  const { agents, totalPages } = closings.data;
  if (totalPages === 0) return closings.isPlaceholderData ? loading : none;
  return (
    <>
      {agents.length > 0 ? (
        <ClosingRows agents={agents} isStale={closings.isPlaceholderData} sorting={state.sorting} />
      ) : (
        loading
      )}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-3.5">
        <Pagination
          page={state.page}
          totalPages={totalPages}
          onPage={state.goTo}
          isBusy={closings.isPlaceholderData}
        />
      </div>
    </>
  );
}

type ClosingRowsProps = { agents: Closing[]; isStale: boolean; sorting: Sorting };

function ClosingRows({ agents, isStale, sorting }: ClosingRowsProps) {
  const { actions, dialogs } = useClosingDialogs();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are state setters, which never change
  const columns = useMemo(() => closingTableColumns(actions), []);
  return (
    <>
      <TableOrCards
        from="48rem"
        caption="Recent closings"
        columns={columns}
        rows={agents}
        isStale={isStale}
        sorting={sorting}
        cards={<ClosingCards agents={agents} {...actions} />}
      />
      {dialogs}
    </>
  );
}
