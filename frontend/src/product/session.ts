import type { User } from '@closingwire/contracts/screen-api';
import type { AuthChangeEvent } from '@supabase/auth-js';
import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api, client } from './api.ts';
import { type DescribedSession, followAuthEvents } from './auth-events.ts';
import { renewSession } from './renew-session.ts';

const MINUTE_MS = 60_000;

/** The signed-in user; null for a visitor and after a failed call. */
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

type Follow = (queryClient: QueryClient, session: DescribedSession | null) => void;

const rereadUser: Follow = queryClient =>
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

/**
 * Reads the user again if the page shows another one. auth-js also emits this event when the same user's tab gets the
 * focus.
 */
const rereadIfOther: Follow = (queryClient, session) => {
  const shown = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  if (shown !== session?.user.id) rereadUser(queryClient, session);
};

/** The page's reaction to each session event, from this tab or another. */
const followUps: Record<AuthChangeEvent, Follow> = {
  INITIAL_SESSION: rereadIfOther,
  SIGNED_IN: rereadIfOther,
  SIGNED_OUT: queryClient => void queryClient.setQueryData(sessionQuery.queryKey, null),
  TOKEN_REFRESHED: () => {},
  USER_UPDATED: rereadUser,
  PASSWORD_RECOVERY: rereadUser,
  MFA_CHALLENGE_VERIFIED: rereadUser,
};

/**
 * Listens to session events and keeps a signed-in tab's session alive; the shell mounts it once. `onSignedOut` leaves
 * pages of signed-in users.
 */
export function useAuthEvents({ state }: Session, onSignedOut: () => void): void {
  const queryClient = useQueryClient();
  const leave = useEffectEvent(onSignedOut);
  useEffect(
    () =>
      followAuthEvents((event, session) => {
        const wasSignedIn = Boolean(queryClient.getQueryData(sessionQuery.queryKey));
        followUps[event](queryClient, session);
        if (event === 'SIGNED_OUT' && wasSignedIn) leave();
      }),
    [queryClient],
  );
  useEffect(() => {
    if (state !== 'signed-in') return;
    return renewSession();
  }, [state]);
}

/** Empties the cache once a signed-in user has become a visitor: pages of the user are unmounted, so none refetches. */
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
