import { states } from '@closingwire/contracts/reference';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';

const DEBOUNCE_MS = 150;
const MINIMUM_LENGTH = 3;

/** State and search text of the catalog in the URL. A search needs a state and three characters. */
export function useZipFilter() {
  const [state, setState] = useQueryState('state', parseAsString.withDefault(''));
  const [kept, setKept] = useQueryState('search', parseAsString.withDefault(''));
  const [text, setText] = useState(kept);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  const search = state && settled.length >= MINIMUM_LENGTH ? settled : '';
  useEffect(() => {
    void setKept(search || null);
  }, [search, setKept]);
  return {
    state,
    text,
    search,
    /** A state at its end, as in 'Austin, TX', is chosen too. */
    setText: (next: string) => {
      const named = /,\s*([a-z]{2})\s*$/i.exec(next)?.[1]?.toUpperCase();
      if (named && named !== state && named in states) void setState(named);
      setText(next);
    },
    setState: (next: string) => {
      setText('');
      void setState(next || null);
    },
  };
}

export type ZipFilterState = ReturnType<typeof useZipFilter>;
