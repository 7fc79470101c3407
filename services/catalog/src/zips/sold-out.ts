import { type Queries, sql } from '@closingwire/chassis/pg';
import { signupIndustries } from '@closingwire/contracts/reference';
import type { SoldOut, TakenZip } from '@closingwire/contracts/sold-out';
import { inForce } from '../in-force.ts';

/** Selects the claims that count, one for each ZIP and sign-up industry. */
const claimsAt = (now: Date) => sql`
  select c.zip_code, c.industry, c.user_id from claims c
  where c.industry = any(${signupIndustries}::text[]) and ${inForce(now)}`;

/** Selects the ZIPs in which all sign-up industries are taken. */
const fullAt = (now: Date) => sql`
  select zip_code, count(*)::int as taken from (${claimsAt(now)}) c
  group by zip_code having count(*) = ${signupIndustries.length}`;

export async function readSoldOut(db: Queries, now: Date): Promise<SoldOut> {
  const [shares, { fullZips }] = await Promise.all([
    db.query<SoldOut['shares'][number]>(sql`
      select t.state, t.industry, t.taken, n.zips
      from (
        select z.state, c.industry, count(*)::int as taken
        from (${claimsAt(now)}) c join zips z on z.zip_code = c.zip_code group by 1, 2) t
        join zip_counts n on n.state = t.state
      order by t.taken::float8 / n.zips desc, t.state, t.industry`),
    db.one<{ fullZips: number }>(sql`select count(*)::int as "fullZips" from (${fullAt(now)}) f`),
  ]);
  return { shares, fullZips };
}

type Asked = { state?: string | undefined; industry?: string | undefined; page: number; limit: number };

export async function takenZips(
  db: Queries,
  { state = undefined, industry, page, limit }: Asked,
  now: Date,
): Promise<{ rows: TakenZip[]; total: number }> {
  const taken = industry
    ? sql`select o.zip_code, o.user_id, (
          select count(*)::int from (${claimsAt(now)}) c where c.zip_code = o.zip_code) as taken
        from (${claimsAt(now)}) o where o.industry = ${industry}`
    : sql`select zip_code, null::uuid as user_id, taken from (${fullAt(now)}) f`;
  const matching = sql`(${taken}) t join zips z on z.zip_code = t.zip_code
    where (${state ?? null}::text is null or z.state = ${state ?? null}::text)`;
  const [rows, { total }] = await Promise.all([
    db.query<TakenZip>(sql`
      select z.zip_code as "zipCode", z.city, z.state, t.taken, t.user_id as "userId" from ${matching}
      order by z.zip_code limit ${limit} offset ${(page - 1) * limit}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${matching}`),
  ]);
  return { rows, total };
}
