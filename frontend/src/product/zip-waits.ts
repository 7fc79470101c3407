import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { api } from './api.ts';

const STALE_MS = 30_000;
const MINUTE_MS = 60_000;

/** The user's waits. They move on while the page is open: offers come and run out without it. */
export const zipWaitsQuery = api.catalog.listZipWaits.queryOptions({
  input: {},
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => (state.data?.waits.length ? MINUTE_MS : false),
  // Each read, also a failed one, compares the offers with the time.
  notifyOnChangeProps: 'all',
});

/** Returns whether a wait still counts: one whose offer ran out has ended. */
export const isWaiting = ({ offerEndsAt }: ZipWait): boolean =>
  offerEndsAt === null || Date.parse(offerEndsAt) > Date.now();
