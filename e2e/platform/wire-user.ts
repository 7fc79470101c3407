import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { mailsTo, type SunkMail } from './mail-sink.ts';
import { somePassword } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

export const wireUrl = ({ url }: WholeAddresses): string => `${url}/api/auth/v1`;

/** Returns an unmodified client of the wire protocol with its own storage. */
export function wireClient(whole: WholeAddresses, options: Partial<GoTrueClientOptions> = {}): GoTrueClient {
  const items = new Map<string, string>();
  return new AuthClient({
    url: wireUrl(whole),
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storage: {
      getItem: key => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: key => void items.delete(key),
    },
    ...options,
  });
}

/** Returns the protocol's admin calls with a service role token. */
export async function wireAdmin(whole: WholeAddresses): Promise<GoTrueClient['admin']> {
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(whole.operatorSecret));
  return wireClient(whole, { headers: { Authorization: `Bearer ${token}` } }).admin;
}

export const wireAddress = (): string => `wire-${newId()}@example.com`;

/** Returns a user with a confirmed address and a signed-in client. */
export async function wireUser(whole: WholeAddresses, options?: Partial<GoTrueClientOptions>) {
  const admin = await wireAdmin(whole);
  const email = wireAddress();
  const made = await admin.createUser({ email, password: somePassword, email_confirm: true });
  if (made.error) throw made.error;
  const client = wireClient(whole, options);
  const { error } = await client.signInWithPassword({ email, password: somePassword });
  if (error) throw error;
  return { email, id: made.data.user.id, client };
}

/** Waits for more than `seen` emails with a code; returns the latest. */
function codeMail({ mailApiUrl }: WholeAddresses, email: string, seen: number): Promise<SunkMail> {
  const find = async () =>
    (await mailsTo(mailApiUrl, email)).filter(({ text }) => /code is/.test(text))[seen];
  return until(find, { timeoutMs: 30_000, everyMs: 50 });
}

export async function mailedCode(whole: WholeAddresses, email: string, seen = 0): Promise<string> {
  return /code is (\d+)/.exec((await codeMail(whole, email, seen)).text)?.[1] ?? '';
}

/** Returns an emailed link. It leads to our page, whose button uses it. */
export async function mailedLink(whole: WholeAddresses, email: string, seen = 0): Promise<string> {
  return /https?:\/\/\S*\/confirm#\S+/.exec((await codeMail(whole, email, seen)).text)?.[0] ?? '';
}

/** Presses the button on an emailed link's page; returns the next URL. */
export async function pressWireLink({ url }: WholeAddresses, link: string): Promise<URL> {
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1))));
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api/auth/v1/verify/link`, { method: 'POST', headers, body });
  const { location } = (await reply.json()) as { location: string };
  return new URL(location);
}
