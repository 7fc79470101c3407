import type { User } from '@closingwire/contracts/user';
import { hashKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, client } from './api.ts';

const MINUTE_MS = 60_000;

/** The signed-in user; null for a visitor, and also when the call fails. */
export const sessionQuery = queryOptions({
  queryKey: api.auth.currentUser.queryKey(),
  queryFn: ({ signal }) => client.auth.currentUser(undefined, { signal }).catch(() => null),
  staleTime: 30 * MINUTE_MS,
  gcTime: 60 * MINUTE_MS,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
});

export type Session =
  | { state: 'loading'; user: null }
  | { state: 'visitor'; user: null }
  | { state: 'signed-in'; user: User };

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  if (data) return { state: 'signed-in', user: data };
  return { state: isPending ? 'loading' : 'visitor', user: null };
}

type AuthEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'USER_UPDATED';

/** One channel a tab: a message reaches every other tab, and not the one that sent it. */
const openChannel = () => new BroadcastChannel('auth-events');
let channel: BroadcastChannel | undefined;

/** Tells the other tabs; each clears or refreshes what it holds. */
export function announce(event: AuthEvent): void {
  channel?.postMessage(event);
}

/** Follows sign-ins and sign-outs of other tabs. Mounted once, by the shell. */
export function useAuthEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const ours = openChannel();
    channel = ours;
    ours.onmessage = ({ data }: MessageEvent<AuthEvent>) => {
      if (data === 'SIGNED_OUT') window.location.assign('/');
      else void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    };
    return () => {
      channel = undefined;
      ours.close();
    };
  }, [queryClient]);
}

/** Empties the cache once somebody has signed out; by then her pages are gone and ask for nothing again. */
export function useEmptyCacheAfterSignOut({ state }: Session): void {
  const queryClient = useQueryClient();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (state === 'visitor' && wasSignedIn.current) {
      const sessionHash = hashKey(sessionQuery.queryKey);
      queryClient.removeQueries({ predicate: query => query.queryHash !== sessionHash });
      queryClient.getMutationCache().clear();
    }
    wasSignedIn.current = state === 'signed-in';
  }, [state, queryClient]);
}
