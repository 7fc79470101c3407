import { parseAsString, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { pageParser } from '../../lib/page-parser.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

export const DEBOUNCE_MS = 300;

const parsers = { q: parseAsString.withDefault(''), page: pageParser };

/** Search text and page in the URL, by default as `q` and `page`. A new text returns to page 1. */
export function useSearchFilter(urlKeys: Partial<Record<keyof typeof parsers, string>> = {}) {
  const [kept, setKept] = useQueryStates(parsers, { urlKeys });
  const [text, setText] = useState(kept.q);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  useEffect(() => {
    void setKept(before => (before.q === settled ? {} : { q: settled, page: null }));
  }, [settled, setKept]);
  return {
    text,
    setText,
    ...kept,
    goTo: (page: number) => void setKept({ page }),
  };
}

export type SearchFilterState = ReturnType<typeof useSearchFilter>;
