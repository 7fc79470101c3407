import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on a prerendered page until the application is there to run it; forms must not be sent before. */
export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
