import { newId } from '@closingwire/chassis/ids';
import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { somePassword } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

/** Returns supabase's auth client, unmodified, for the wire protocol; it has its own storage. */
export function wireClient(whole: WholeAddresses, options: Partial<GoTrueClientOptions> = {}): GoTrueClient {
  const items = new Map<string, string>();
  return new AuthClient({
    url: `${whole.url}/api/auth/v1`,
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
