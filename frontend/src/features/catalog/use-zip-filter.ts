import { statesAndDc } from '@closingwire/contracts/reference';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';

const DEBOUNCE_MS = 150;
const MINIMUM_LENGTH = 3;

/** Returns the code at the end of a text such as 'Austin, TX', 'Buffalo, New York' or 'Washington, D.C.'. */
export function namedState(text: string): string | undefined {
  const name = /,\s*([^,]+)$/.exec(text)?.[1]?.trim().toLowerCase().replaceAll('.', '');
  return Object.entries(statesAndDc).find(each => each.some(one => one.toLowerCase() === name))?.[0];
}

/** State and search text of the catalog in the URL. A search needs a state and three characters. */
export function useZipFilter() {
  const [state, setState] = useQueryState('state', parseAsString.withDefault(''));
  const [kept, setKept] = useQueryState('search', parseAsString.withDefault(''));
  const [text, setText] = useState(kept);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  const named = namedState(settled);
  // Only text that the user types chooses a state; a state that the user then chooses stays.
  useEffect(() => {
    if (named) void setState(named);
  }, [named, setState]);
  const search = state && settled.length >= MINIMUM_LENGTH ? settled : '';
  useEffect(() => {
    void setKept(search || null);
  }, [search, setKept]);
  return {
    state,
    text,
    search,
    setText,
    setState: (next: string) => {
      setText('');
      void setState(next || null);
    },
  };
}

export type ZipFilterState = ReturnType<typeof useZipFilter>;
