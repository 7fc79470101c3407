import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until a prerendered page is hydrated; forms cannot be sent before. */
export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
