import pg from 'pg';
import sql from 'sql-template-tag';
import { z } from 'zod';

const WITHOUT_END = '1000000000';

/** Settings of a product that is measured: nobody is held back. */
export const wideLimits = {
  LOG_LEVEL: 'warn',
  REQUESTS_PER_NETWORK: WITHOUT_END,
  OPEN_REQUESTS_PER_NETWORK: WITHOUT_END,
  SIGN_IN_REQUESTS_PER_NETWORK: WITHOUT_END,
  SIGN_IN_TRIES_PER_ADDRESS: WITHOUT_END,
};

/** The one with many ZIPs; see `service-data.ts`. */
export const subscriber = 'person.8@nation.example.com';

const password = 'closingwire-demo';
const signedIn = z.object({ session: z.object({ access_token: z.string() }) });

/** The cookie of somebody of the nation; all have the password of the demo accounts. */
export async function cookieOf(url: string, email: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`${email} cannot sign in: ${reply.status} ${await reply.text()}`);
  return `cw_access=${signedIn.parse(await reply.json()).session.access_token}`;
}

/** Notes for all ZIPs that sources were asked today, so that what is measured is not beside 41,000 deliveries. */
export async function markRefreshedToday(leadsDatabaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: leadsDatabaseUrl });
  await client.connect();
  await client.query(
    sql`insert into refresh_requests (zip, day, requested_at) select zip, (now() at time zone 'UTC')::date, now() from zips
     on conflict do nothing`,
  );
  await client.end();
}
