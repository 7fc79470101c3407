import type { AuthChangeEvent } from '@supabase/auth-js';

/** A session without its tokens, which are in HttpOnly cookies. */
export type DescribedSession = { user: { id: string } };

type Listener = (event: AuthChangeEvent, session: DescribedSession | null) => void;
type Message = { event: AuthChangeEvent; session: DescribedSession | null };

/** Name of auth-js' channel between tabs, and key of its stored session. */
export const AUTH_NAME = 'closingwire-auth';

let channel: BroadcastChannel | undefined;
let listener: Listener | undefined;

/** Passes an auth-js event of this tab to the listener. */
export const emitAuthEvent: Listener = (event, session) => listener?.(event, session);

/** Publishes an event to other tabs that auth-js does not see. */
export function publishAuthEvent(event: AuthChangeEvent): void {
  channel?.postMessage({ event, session: null } satisfies Message);
}

/**
 * Listens to session events. Other tabs' events arrive here; this tab's come from auth-js, which also passes on the
 * others' once it is loaded. Returns a function that stops listening.
 */
export function followAuthEvents(follow: Listener): () => void {
  const ours = new BroadcastChannel(AUTH_NAME);
  channel = ours;
  listener = follow;
  ours.onmessage = ({ data: { event, session } }: MessageEvent<Message>) => follow(event, session);
  return () => {
    channel = undefined;
    listener = undefined;
    ours.close();
  };
}
