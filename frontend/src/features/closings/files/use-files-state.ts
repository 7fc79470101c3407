import { useState } from 'react';
import { toQuery } from '../filters/closing-filters.ts';
import type { ClosingFiltersState } from '../filters/use-closing-filters.ts';
import { useTodayState } from '../today/use-today-state.ts';

/**
 * The closings of the files. Without a choice of ZIPs or of a view, they are those of the view that Today shows, until
 * the user chooses others.
 */
export function useFilesState(state: ClosingFiltersState): {
  state: ClosingFiltersState;
  isOfToday: boolean;
} {
  const { filters, views = [], change } = state;
  const { view } = useTodayState(views);
  const [leftViewId, setLeftViewId] = useState<string>();
  const isChosen = filters.of !== null || filters.zipCode !== null || (filters.zips ?? []).length > 0;
  if (!view || isChosen || view.id === leftViewId) return { state, isOfToday: false };
  const ofToday: ClosingFiltersState = {
    ...state,
    view,
    query: toQuery(filters, view),
    change: changed => {
      setLeftViewId(view.id);
      change(changed);
    },
  };
  return { state: ofToday, isOfToday: true };
}
