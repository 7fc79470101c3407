import { sql } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { rowsOf } from '../databases.ts';

const WITHOUT_END = '1000000000';

/** Settings of the measured product: no rate limits. */
export const wideLimits = {
  LOG_LEVEL: 'warn',
  REQUESTS_PER_NETWORK: WITHOUT_END,
  OPEN_REQUESTS_PER_NETWORK: WITHOUT_END,
  SIGN_IN_REQUESTS_PER_NETWORK: WITHOUT_END,
  SIGN_IN_TRIES_PER_ADDRESS: WITHOUT_END,
};

/** The user with many ZIPs; see `service-data.ts`. */
export const subscriber = 'person.8@nation.example.com';

const password = 'closingwire-demo';
const signedIn = z.object({ session: z.object({ access_token: z.string() }) });

/** Returns the cookie of a nation's user; all have the password of the demo accounts. */
export async function cookieOf(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.status} ${await reply.text()}`);
  return `cw_access=${signedIn.parse(await reply.json()).session.access_token}`;
}

/** Marks all ZIPs as requested today, so that 41,000 deliveries do not run beside the measurement. */
export async function markRefreshedToday(leadsDatabaseUrl: string): Promise<void> {
  await rowsOf(
    leadsDatabaseUrl,
    sql`insert into refresh_requests (zip, day, requested_at) select zip, (now() at time zone 'UTC')::date, now() from zips
     on conflict do nothing`,
  );
}
