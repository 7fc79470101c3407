import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { SearchFilterState } from './use-search-filter.ts';

/** Replaces an empty page of a search; `children` explain what the search finds. */
export function NoMatches(props: { noun: string; filter: SearchFilterState; children: ReactNode }) {
  const { noun, filter, children } = props;
  // This page does not exist; the page before it is loading.
  if (filter.page > 1) return <Spinner className="w-full py-20" label={`Loading ${noun}`} />;
  return (
    <EmptyState
      level="h3"
      icon={SearchX}
      title={`No ${noun} found`}
      actions={filter.q && <Button onClick={() => filter.setText('')}>Clear the search</Button>}
    >
      {children}
    </EmptyState>
  );
}
