import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on a prerendered page until the application has taken it over; forms must not be sent before. */
export const useMounted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
