import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import {
  type Business,
  type BusinessFigure,
  type BusinessRow,
  businessFigure,
} from '@closingwire/contracts/business';
import { isPaid, isPayer } from '../accounts/payers.ts';
import type { Mode } from '../accounts/rules.ts';

const TRIAL_DAYS_BACK = 90;
const CHURN_DAYS = 30;

type At = { mode: Mode; now: Date };

const daysAgo = (now: Date, days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`;

const zips = (condition: Sql, at: Sql) => sql`
  select s.id::text as key, a.id as user_id, a.email, s.zip_code, ${at} as at, s.state, s.industry
  from subscriptions s join accounts a on a.id = s.account_id where ${condition}`;

const users = (condition: Sql, at: Sql) => sql`
  select a.id::text as key, a.id as user_id, a.email, null::text as zip_code, ${at} as at,
    null::text as state, null::text as industry
  from accounts a where ${condition}`;

const endedTrial = (now: Date) => sql`a.status <> 'deleted'
  and a.trial_expires_at between ${daysAgo(now, TRIAL_DAYS_BACK)} and ${now}`;

const hasPaid = (mode: Mode, when = sql`true`) => sql`exists (select from first_payments f
  where f.stripe_customer_id = a.stripe_customer_id and f.payment_mode = ${mode} and ${when})`;

/** A ZIP was paid if the account had paid its first invoice by then: a trial with a saved card had not. */
const wasPaid = ({ mode, now }: At) => sql`s.kind = 'paid' and s.created_at < ${daysAgo(now, CHURN_DAYS)}
  and (s.cancelled_at is null or s.cancelled_at >= ${daysAgo(now, CHURN_DAYS)})
  and ${hasPaid(mode, sql`f.paid_at < ${daysAgo(now, CHURN_DAYS)}`)}`;

/** Selects the rows behind each figure: the only definition of it. */
const rowsOf = ({ mode, now }: At): Record<BusinessFigure, Sql> => ({
  'paid-zips': zips(sql`s.cancelled_at is null and ${isPaid(mode)}`, sql`s.created_at`),
  payers: users(isPayer(mode), sql`a.trial_started_at`),
  'trials-ended': users(endedTrial(now), sql`a.trial_expires_at`),
  'trials-paid': users(sql`${endedTrial(now)} and ${hasPaid(mode)}`, sql`a.trial_expires_at`),
  'trials-unpaid': users(sql`${endedTrial(now)} and not ${hasPaid(mode)}`, sql`a.trial_expires_at`),
  'churn-base': zips(wasPaid({ mode, now }), sql`s.created_at`),
  churned: zips(sql`${wasPaid({ mode, now })} and s.cancelled_at is not null`, sql`s.cancelled_at`),
  zips: zips(sql`s.cancelled_at is null`, sql`s.created_at`),
  'granted-zips': zips(sql`s.cancelled_at is null and s.kind = 'granted'`, sql`s.created_at`),
  'unpaid-zips': zips(
    sql`s.cancelled_at is null and s.kind <> 'granted' and (${isPaid(mode)}) is not true`,
    sql`s.created_at`,
  ),
});

export async function countFigures(db: Queries, at: At): Promise<Business['counts']> {
  const rows = rowsOf(at);
  const counted = await Promise.all(
    businessFigure.options.map(async figure => {
      const { total } = await db.one<{ total: number }>(
        sql`select count(*)::int as total from (${rows[figure]}) r`,
      );
      return [figure, total] as const;
    }),
  );
  return Object.fromEntries(counted) as Business['counts'];
}

/** Counts the ZIPs that users have now, and the paid and free ones among them, by state and industry. */
export const soldZips = (db: Queries, mode: Mode): Promise<Business['sold']> =>
  db.query<Business['sold'][number]>(sql`
    select s.state, s.industry, count(*)::int as zips, count(*) filter (where ${isPaid(mode)})::int as paid,
      count(*) filter (where s.kind = 'granted')::int as granted
    from subscriptions s join accounts a on a.id = s.account_id
    where s.cancelled_at is null group by 1, 2 order by 3 desc, 1, 2`);

type Filter = { figure: BusinessFigure; state?: string | undefined; industry?: string | undefined };

export async function pageOfFigure(
  db: Queries,
  { figure, page, limit, ...filter }: Filter & { page: number; limit: number },
  at: At,
): Promise<{ rows: BusinessRow[]; total: number }> {
  const { state = null, industry = null } = filter;
  const matching = sql`(${rowsOf(at)[figure]}) r
    where (${state}::text is null or r.state = ${state}::text)
      and (${industry}::text is null or r.industry = ${industry}::text)`;
  const [rows, { total }] = await Promise.all([
    db.query<Omit<BusinessRow, 'at'> & { at: Date }>(sql`
      select r.key, r.user_id as "userId", r.email, r.zip_code as "zipCode", r.at from ${matching}
      order by r.at desc, r.key limit ${limit} offset ${(page - 1) * limit}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${matching}`),
  ]);
  return { rows: rows.map(row => ({ ...row, at: row.at.toISOString() })), total };
}
