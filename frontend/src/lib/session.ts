import type { User } from '@closingwire/contracts/user';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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
      if (data === 'SIGNED_OUT') {
        queryClient.clear();
        window.location.assign('/');
      } else {
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    };
    return () => {
      channel = undefined;
      ours.close();
    };
  }, [queryClient]);
}

/** Remembers for the next visit's first paint whether somebody is signed in here. Holds no secret. */
export function useRememberedSession(session: Session): void {
  const { state } = session;
  useEffect(() => {
    if (state === 'loading') return;
    try {
      if (state === 'signed-in') localStorage.setItem('signedIn', 'true');
      else localStorage.removeItem('signedIn');
    } catch {
      // Storage may be refused; the next visit then paints the public page first.
    }
    delete document.documentElement.dataset.signedIn;
  }, [state]);
}
