import { SearchX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { countFilters } from '../filters/closing-filters.ts';
import type { ClosingFiltersState } from '../filters/use-closing-filters.ts';

type NoClosingsProps = { state: ClosingFiltersState; isUpdating: boolean };

/** Says why the list has no closings. */
export default function NoClosings({ state, isUpdating }: NoClosingsProps) {
  if (state.isGone) {
    return (
      <EmptyState
        level="h3"
        icon={SearchX}
        title={`There is no view “${state.filters.of}”`}
        actions={<Button onClick={() => state.change({ of: null })}>Show all closings</Button>}
      >
        It was deleted or has another name now. Choose another view, or show all closings.
      </EmptyState>
    );
  }
  if (countFilters(state.filters) > 0) {
    return (
      <EmptyState
        level="h3"
        icon={SearchX}
        title="No agents match your current filters"
        actions={<Button onClick={state.reset}>Clear filters</Button>}
      >
        Widen the price or the dates, or clear the filters.
      </EmptyState>
    );
  }
  if (isUpdating) {
    return (
      <div className="grid justify-items-center gap-3 px-6 py-16 text-center">
        <Spinner label="Pulling your first list" />
        <h3 className="font-semibold">Your first list is being pulled</h3>
        <p className="max-w-sm text-sm text-muted">
          This usually takes a few seconds. Then the closings appear here by themselves.
        </p>
      </div>
    );
  }
  return (
    <EmptyState level="h3" icon={SearchX} title="No closings in the last 7 days">
      We know of no sale in your ZIP codes in this time. When a sale is recorded and reaches us, it appears
      here.
    </EmptyState>
  );
}
