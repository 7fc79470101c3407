import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../lib/use-now.ts';
import { api } from './api.ts';

const STALE_MS = 30_000;
const MINUTE_MS = 60_000;

export const zipWaitsQuery = api.catalog.listZipWaits.queryOptions({
  input: {},
  staleTime: STALE_MS,
  refetchOnWindowFocus: true,
});

/** Returns whether a wait still counts: one whose offer ran out has ended. */
export const isWaiting = ({ offerEndsAt }: Pick<ZipWait, 'offerEndsAt'>, now: Date): boolean =>
  offerEndsAt === null || Date.parse(offerEndsAt) > now.getTime();

/** The user's waits. They move on while the page is open: offers come and run out without it. */
export function useZipWaits() {
  const now = useNow();
  return useQuery({
    ...zipWaitsQuery,
    refetchInterval: ({ state }) => (state.data?.waits.length ? MINUTE_MS : false),
    select: ({ waits }) => waits.filter(wait => isWaiting(wait, now)),
  });
}
