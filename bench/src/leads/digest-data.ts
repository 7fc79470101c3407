import { sql } from '@closingwire/chassis/pg';
import { withClient } from '../databases.ts';

/** As in the data of `make nation`: accounts have three ZIPs, and nine accounts share a ZIP. */
const ZIPS_EACH = 3;
const ACCOUNTS_OF_ZIP = 9;
const AGENTS_OF_ZIP = 10;
/** Sales of a ZIP in 30 days; four are in the list of the last 7 days, and the newest is news. */
const SALES_OF_ZIP = 15;

const email = sql`'reader-' || n || '@example.com'`;
const accountId = sql`('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const zip = sql`lpad((10000 + n)::text, 5, '0')`;
/** The id of an agent of a ZIP `z`, in the form of a random UUID, which events require. */
const agentOf = (n: ReturnType<typeof sql>) =>
  sql`overlay(overlay(md5(z.zip || '-' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Stores agents and sales of ZIPs; each sale has an agent on either side. */
const market = (zips: number) => [
  sql`create temp table z (zip text)`,
  sql`insert into z select ${zip} from generate_series(1, ${zips}::int) n`,
  sql`insert into agents (zip, id, full_name, brokerage_name, city, state, email, mobile)
    select z.zip, ${agentOf(sql`a.n`)}, 'Agent ' || a.n || ' of ' || z.zip, 'Example & Co.', 'Kent', 'WA',
      'agent-' || a.n || '-' || z.zip || '@example.com', '(206) 555-0' || lpad((a.n * 7)::text, 3, '0')
    from z cross join generate_series(1, ${AGENTS_OF_ZIP}::int) a (n)`,
  sql`insert into closings (zip, id, sale_id, agent_id, agent_role, sold_date, address1, city, state, price, created_at)
    select z.zip, gen_random_uuid(), md5(z.zip || 'sale' || s.n)::uuid, ${agentOf(sql`(1 + (s.n * 2 + side) % ${AGENTS_OF_ZIP}::int)`)},
      case side when 0 then 'Listing Agent' else 'Buyer Agent' end, current_date - 1 - s.n * 2, s.n || ' Elm St', 'Kent',
      'WA', 300000 + s.n * 10000, now() - s.n * interval '2 days' - interval '2 hours'
    from z cross join generate_series(0, ${SALES_OF_ZIP}::int - 1) s (n) cross join generate_series(0, 1) side`,
];

/** Stores accounts with their ZIPs. One in ten has a view, and its digest is of that view. */
const readers = (users: number, zips: number) => [
  sql`insert into users (id, version, email, first_name, last_name, status, activated_at, email_notifications)
    select ${accountId}, 1, ${email}, 'Ada', 'Example', 'active', now(), true from generate_series(1, ${users}::int) n`,
  sql`insert into accounts (id, version, trial_expires_at, has_active_payment, monthly_amount_cents, payment_state)
    select ${accountId}, 1, now() - interval '1 day', true, 5000, 'active' from generate_series(1, ${users}::int) n`,
  sql`insert into subscriptions (id, account_id, zip, version, kind)
    select gen_random_uuid(), ${accountId}, lpad((10001 + (n * ${ZIPS_EACH}::int + own) % ${zips}::int)::text, 5, '0'), 1,
      'charged'
    from generate_series(1, ${users}::int) n cross join generate_series(1, ${ZIPS_EACH}::int) own`,
  sql`insert into views (id, account_id, name, sort, search, zips, is_start)
    select ${accountId}, ${accountId}, 'Mine', 'reason', 'elm', '{}', false from generate_series(1, ${users}::int) n
    where n % 10 = 0`,
  sql`insert into digests (account_id, time_zone, next_at, last_through, view_id)
    select id, 'America/Chicago', now() + interval '10 hours', now() - interval '1 day',
      (select v.id from views v where v.account_id = users.id)
    from users`,
];

const recipients = (users: number) => [
  sql`insert into users (id, version, email, first_name, last_name, is_active, is_admin, email_notifications,
      unsubscribe_token)
    select ${accountId}, 1, ${email}, 'Ada', 'Example', true, false, true, md5(n::text)
    from generate_series(1, ${users}::int) n`,
];

const run = (url: string, statements: ReturnType<typeof sql>[]) =>
  withClient(url, async client => {
    for (const statement of statements) await client.query(statement);
    await client.query('vacuum analyze');
  });

/** Stores users with ZIPs, agents and sales, whose digests are due in ten hours. */
export async function storeReaders(postgresUrl: (database: string) => string, users: number): Promise<void> {
  const zips = Math.max(ZIPS_EACH, Math.ceil((users * ZIPS_EACH) / ACCOUNTS_OF_ZIP));
  await run(postgresUrl('leads'), [...market(zips), ...readers(users, zips)]);
  await run(postgresUrl('notifications'), recipients(users));
}
