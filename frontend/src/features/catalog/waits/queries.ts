import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { stopCopy, waitCopy } from './copy.ts';

/** Offers come and go without the page. */
const STALE_MS = 30_000;

const waitsQuery = api.catalog.listZipWaits.queryOptions({ input: {}, staleTime: STALE_MS });

export const useWaits = () => useQuery(waitsQuery);

/** The user's wait for a ZIP; undefined without one, and while loading. */
export const useWait = (zipCode: string): ZipWait | undefined =>
  useQuery({
    ...waitsQuery,
    select: ({ waits }) => waits.find(wait => wait.zipCode === zipCode),
  }).data;

/** Reads the catalog again: a change of a wait, or its refusal, proves it to be out of date. */
const rereadZips = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: api.catalog.key() });

export function useWaitForZip() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (zipCode: string) => client.catalog.waitForZip({ zipCode }),
    onSettled: () => rereadZips(queryClient),
    ...waitCopy,
  });
}

export function useStopWaiting() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (zipCode: string) => client.catalog.stopWaiting({ zipCode }),
    onSettled: () => rereadZips(queryClient),
    succeeded: (_reply, zipCode) => stopCopy.succeeded(zipCode),
    failed: stopCopy.failed,
  });
}
