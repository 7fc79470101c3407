import { join, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { adminIndustries, claimIndustryOf } from '@closingwire/contracts/reference';
import { inForce, isOfferedToOther, type Viewer } from '../in-force.ts';

/** A claim in force on the ZIP in the industry of a wait `w`. */
const claimsFor = (now: Date): Sql => sql`
  from claims c where c.zip_code = w.zip_code and c.industry = w.industry and ${inForce(now)}`;

const isOnSale = sql`exists (select from zips z where z.zip_code = w.zip_code and z.is_available)`;

const renamed = adminIndustries.filter(label => claimIndustryOf(label) !== label);

/** The industry of a user `u` under which they claim ZIPs: `claimIndustryOf` in SQL. */
const claimIndustry = sql`case u.industry ${join(
  renamed.map(label => sql`when ${label} then ${claimIndustryOf(label)}`),
  ' ',
)} else u.industry end`;

/** Whether the user of a wait `w` may get an offer: active, and still of the industry. */
const mayGetOffer = sql`
  exists (select from users u where u.id = w.user_id and u.status = 'active' and ${claimIndustry} = w.industry)`;

/** Whether an offer `w` can still be used. The user's own hold on the ZIP is no obstacle. */
const isUsable = (now: Date): Sql => sql`
  ${isOnSale} and ${mayGetOffer} and not exists (select ${claimsFor(now)} and c.user_id <> w.user_id)`;

/** Whether a ZIP can be offered to the user of a wait `w`. */
const canBeOffered = (now: Date): Sql => sql`
  w.offer_ends_at is null and ${isOnSale} and ${mayGetOffer} and not exists (select ${claimsFor(now)})
  and not exists (select from zip_waits o
    where o.zip_code = w.zip_code and o.industry = w.industry and o.offer_ends_at is not null)`;

const isRunOut = (now: Date): Sql => sql`w.offer_ends_at is not null and w.offer_ends_at <= ${now}`;

export const hasWaits = (tx: Tx, zipCodes: readonly string[]): Promise<boolean> =>
  tx.returnsRow(sql`select 1 from zip_waits where zip_code = any(${zipCodes}) limit 1`);

/** Deletes waits whose user did not order in time. */
export const deleteRunOut = (tx: Tx, zipCodes: readonly string[], now: Date): Promise<void> =>
  tx.execute(sql`delete from zip_waits w where w.zip_code = any(${zipCodes}) and ${isRunOut(now)}`);

/** Ends offers that their users can no longer use. These users keep waiting. */
export const withdrawOffers = (tx: Tx, zipCodes: readonly string[], now: Date): Promise<void> =>
  tx.execute(
    sql`update zip_waits w set offered_at = null, offer_ends_at = null
     where w.zip_code = any(${zipCodes}) and w.offer_ends_at is not null and not (${isUsable(now)})`,
  );

export type Offer = { userId: string; zipCode: string; industry: string };

/** Offers free ZIPs to the users who waited longest, one per ZIP and industry. */
export const offerToFirst = (
  tx: Tx,
  zipCodes: readonly string[],
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<Offer[]> =>
  tx.query<Offer>(
    sql`with first as (
       select distinct on (w.zip_code, w.industry) w.user_id, w.zip_code from zip_waits w
       where w.zip_code = any(${zipCodes}) and ${canBeOffered(now)}
       order by w.zip_code, w.industry, w.asked_at, w.user_id)
     update zip_waits w set offered_at = ${now}, offer_ends_at = ${endsAt}
     from first where w.user_id = first.user_id and w.zip_code = first.zip_code
     returning w.user_id as "userId", w.zip_code as "zipCode", w.industry`,
  );

/** ZIPs after `after` whose offers have to change, in order. */
export async function zipsToSettle(
  db: Queries,
  { after, limit }: { after: string; limit: number },
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ zipCode: string }>(
    // Apart, so that offers come from their own index.
    sql`select zip_code as "zipCode" from (
       select w.zip_code from zip_waits w
       where w.zip_code > ${after} and w.offer_ends_at is not null and (${isRunOut(now)} or not (${isUsable(now)}))
       union
       select w.zip_code from zip_waits w where w.zip_code > ${after} and ${canBeOffered(now)}) s
     order by zip_code limit ${limit}`,
  );
  return rows.map(({ zipCode }) => zipCode);
}

/** Returns the ZIPs that are offered to another user of the industry. */
export async function offeredToOthers(
  tx: Tx,
  viewer: Viewer,
  zipCodes: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ zipCode: string }>(
    sql`select z.zip_code as "zipCode" from zips z
     where z.zip_code = any(${zipCodes}) and ${isOfferedToOther(viewer, now)}`,
  );
  return new Set(rows.map(({ zipCode }) => zipCode));
}

type Standing = { isTheirs: boolean; isTaken: boolean; isWaiting: boolean; waits: number };

/** Returns what a ZIP is to a user of an industry, and how many ZIPs they wait for. */
export function standingOf(tx: Tx, viewer: Viewer, zipCode: string, now: Date): Promise<Standing> {
  const claims = sql`from claims c
    where c.zip_code = z.zip_code and c.industry = ${viewer.industry} and ${inForce(now)}`;
  const waits = sql`from zip_waits w
    where w.user_id = ${viewer.id} and w.industry = ${viewer.industry} and not (${isRunOut(now)})`;
  return tx.one<Standing>(sql`
    select exists (select ${claims} and c.user_id = ${viewer.id}) as "isTheirs",
      exists (select ${claims} and c.user_id <> ${viewer.id}) or ${isOfferedToOther(viewer, now)} as "isTaken",
      exists (select ${waits} and w.zip_code = z.zip_code) as "isWaiting",
      (select count(*) ${waits}) as waits
    from zips z where z.zip_code = ${zipCode}`);
}

/** Puts a user at the end of the line. If they wait in this industry already, changes nothing. */
export const insertWait = (tx: Tx, { id, industry }: Viewer, zipCode: string, now: Date): Promise<void> =>
  tx.execute(
    sql`insert into zip_waits as w (user_id, zip_code, industry, asked_at)
     values (${id}, ${zipCode}, ${industry}, ${now})
     on conflict (user_id, zip_code) do update
       set industry = excluded.industry, asked_at = excluded.asked_at, offered_at = null, offer_ends_at = null
       where w.industry <> excluded.industry or ${isRunOut(now)}`,
  );

export const deleteWait = (tx: Tx, userId: string, zipCode: string): Promise<void> =>
  tx.execute(sql`delete from zip_waits where user_id = ${userId} and zip_code = ${zipCode}`);

export const deleteWaitsOf = (tx: Tx, userId: string): Promise<void> =>
  tx.execute(sql`delete from zip_waits where user_id = ${userId}`);

export async function waitedZipsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.query<{ zipCode: string }>(
    sql`select zip_code as "zipCode" from zip_waits where user_id = ${userId}`,
  );
  return rows.map(({ zipCode }) => zipCode);
}

export type StoredWait = {
  zipCode: string;
  city: string;
  state: string;
  askedAt: Date;
  place: number;
  offerEndsAt: Date | null;
  isOnSale: boolean;
};

/** A user's waits in their industry, by ZIP; of one ZIP only with `zipCode`. Suspended users have no place in line. */
export const waitsOf = (
  db: Queries,
  { id, industry }: Viewer,
  now: Date,
  zipCode?: string,
): Promise<StoredWait[]> =>
  db.query<StoredWait>(sql`
    select w.zip_code as "zipCode", z.city, z.state, w.asked_at as "askedAt", w.offer_ends_at as "offerEndsAt",
      z.is_available as "isOnSale",
      1 + (select count(*) from zip_waits o
        where o.zip_code = w.zip_code and o.industry = w.industry
          and (o.asked_at, o.user_id) < (w.asked_at, w.user_id)
          and (o.offer_ends_at is null or o.offer_ends_at > ${now})
          and not exists (select from users u where u.id = o.user_id and u.status <> 'active')) as place
    from zip_waits w join zips z on z.zip_code = w.zip_code
    where w.user_id = ${id} and w.industry = ${industry} and not (${isRunOut(now)})
      and (${zipCode ?? null}::text is null or w.zip_code = ${zipCode ?? null})
    order by w.zip_code`);
