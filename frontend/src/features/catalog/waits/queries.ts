import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { isWaiting, zipWaitsQuery } from '../../../product/zip-waits.ts';
import { stopCopy, waitCopy } from './copy.ts';

/** The user's waits. When an offer begins or ends, it reads the catalog again: the ZIP is free for others, or for none. */
export function useWaits() {
  const queryClient = useQueryClient();
  const waits = useQuery(zipWaitsQuery);
  const rows = waits.data?.waits.filter(isWaiting);
  const offered = rows?.flatMap(({ zipCode, offerEndsAt }) => (offerEndsAt ? [zipCode] : [])).join();
  const known = useRef(offered);
  useEffect(() => {
    if (known.current !== undefined && known.current !== offered) {
      void queryClient.invalidateQueries({ queryKey: api.catalog.key() });
    }
    known.current = offered;
  }, [offered, queryClient]);
  return { ...waits, rows };
}

/** The user's wait for a ZIP; undefined without one, and while loading. `useWaits` reads it again. */
export const useWait = (zipCode: string): ZipWait | undefined =>
  useQuery({ ...zipWaitsQuery, refetchInterval: false }).data?.waits.find(
    wait => wait.zipCode === zipCode && isWaiting(wait),
  );

/** Reads the catalog again: a change of a wait, or its refusal, proves it to be out of date. Awaits the waits alone. */
function rereadZips(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: api.catalog.key() });
  return queryClient.invalidateQueries({ queryKey: zipWaitsQuery.queryKey });
}

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
