import type { AuthChangeEvent } from '@supabase/auth-js';

/** What a page may know of its session: the tokens in it prove nothing (they are in HttpOnly cookies). */
export type DescribedSession = { user: { id: string } };

type Listener = (event: AuthChangeEvent, session: DescribedSession | null) => void;
type Message = { event: AuthChangeEvent; session: DescribedSession | null };

/** The channel of auth-js between tabs, and the name under which it keeps its session. */
export const AUTH_NAME = 'closingwire-auth';

let channel: BroadcastChannel | undefined;
let listener: Listener | undefined;

/** Passes an event of auth-js in this tab to whoever follows. */
export const emitAuthEvent: Listener = (event, session) => listener?.(event, session);

/** Publishes to the other tabs what auth-js does not see, as auth-js itself would. */
export function publishAuthEvent(event: AuthChangeEvent): void {
  channel?.postMessage({ event, session: null } satisfies Message);
}

/**
 * Follows the session's events: those of other tabs here, those of auth-js in this tab once it is loaded
 * (which passes on the other tabs' too). Returns the end of it.
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
