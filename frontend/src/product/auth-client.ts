import type { GoTrueClient, Session } from '@supabase/auth-js';
import { failureOf } from '../lib/api-error.ts';
import { trackedFetch } from '../lib/reachability.ts';
import { AUTH_NAME, emitAuthEvent, publishAuthEvent } from './auth-events.ts';
import { type AuthReply, type DataOf, dataOf } from './auth-reply.ts';

const WIRE = '/api/auth/v1';

/** The gateway keeps these calls' tokens in cookies and returns a description of the session. */
function fetchByCookie(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('x-use-cookie', 'session');
  headers.delete('authorization');
  return trackedFetch(input, { ...init, headers, credentials: 'same-origin' });
}

/** Throws if the service is unreachable: the user is not signed out. */
async function readDescription(): Promise<string | null> {
  const reply = await fetchByCookie(`${WIRE}/session`);
  if (reply.status >= 500) throw await failureOf(reply);
  const session = reply.ok ? await reply.text() : 'null';
  return session === 'null' ? null : session;
}

type Described = Pick<Session, 'access_token' | 'expires_in' | 'user'>;

/** Returns the session of the cookies without loading auth-js; null without one. */
export async function describedSession(): Promise<Described | null> {
  const reply = await fetchByCookie(`${WIRE}/session`);
  if (!reply.ok) throw await failureOf(reply);
  return reply.json();
}

/** Replaces auth-js' local storage: values are in memory, and the session comes from the cookies' description. */
const stored = new Map<string, string>();
const storage = {
  async getItem(key: string): Promise<string | null> {
    if (key === AUTH_NAME && !stored.has(key)) {
      // auth-js does not catch errors from storage. The session of a signed-in tab is stored before auth-js starts.
      const session = await readDescription().catch(() => null);
      if (session) stored.set(key, session);
    }
    return stored.get(key) ?? null;
  },
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

let client: Promise<GoTrueClient> | undefined;

async function openClient(): Promise<GoTrueClient> {
  const [{ AuthClient }, session] = await Promise.all([import('@supabase/auth-js'), readDescription()]);
  if (session) stored.set(AUTH_NAME, session);
  const opened = new AuthClient({
    url: window.location.origin + WIRE,
    storageKey: AUTH_NAME,
    storage,
    fetch: fetchByCookie,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
  });
  opened.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') stored.delete(AUTH_NAME);
    else if (session) stored.set(AUTH_NAME, JSON.stringify(session));
    emitAuthEvent(event, session);
  });
  return opened;
}

/**
 * Returns this tab's client of the wire protocol and loads it on first use. It refreshes the session and emits auth
 * events. It never holds a token: tokens are in HttpOnly cookies.
 */
export function authClient(): Promise<GoTrueClient> {
  client ??= openClient().catch(error => {
    client = undefined;
    throw error;
  });
  return client;
}

/** Calls auth-js and returns its data. Throws as `dataOf` does. */
export async function callAuth<R extends AuthReply>(
  call: (auth: GoTrueClient) => Promise<R>,
): Promise<DataOf<R>> {
  return dataOf(await call(await authClient()));
}

/** Tells auth-js of a sign-in by the product's own call; it emits SIGNED_IN. */
export async function adoptSession(): Promise<void> {
  try {
    const auth = await authClient();
    stored.delete(AUTH_NAME);
    const description = await readDescription();
    if (description) await auth.setSession(JSON.parse(description));
  } catch {
    publishAuthEvent('SIGNED_IN');
  }
}

/** Tells auth-js of a sign-out by the product's own call; it emits SIGNED_OUT. */
export async function dropSession(): Promise<void> {
  try {
    const auth = await authClient();
    await auth.signOut({ scope: 'local' });
  } catch {
    publishAuthEvent('SIGNED_OUT');
  }
}
