import { implementer } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import { type Pg, type Queries, sql } from '@closingwire/chassis/pg';
import { type BookClaim, catalogApi, type OwnClaim } from '@closingwire/contracts/catalog';
import { releaseUnpaid } from './change.ts';

const CONFIRMED = sql`
  select c.id as "claimId", c.zip_code as "zipCode", z.city, z.state, c.user_id as "userId", c.industry,
    c.assigned_by as "assignedBy", c.version
  from claims c join zips z on z.zip_code = c.zip_code where c.state = 'confirmed'`;

const firstId = '00000000-0000-0000-0000-000000000000';

const listConfirmed = (
  db: Queries,
  { after = firstId, limit }: { after?: string | undefined; limit: number },
) => db.query<BookClaim>(sql`${CONFIRMED} and c.id > ${after} order by c.id limit ${limit}`);

const findConfirmed = (db: Queries, ids: readonly string[]) =>
  db.query<BookClaim>(sql`${CONFIRMED} and c.id = any(${ids})`);

/** A confirmed claim changes no more until it ends, so `changed_at` is when it was confirmed. */
const claimsOf = (db: Queries, userId: string) =>
  db.query<Omit<OwnClaim, 'since'> & { since: Date }>(sql`
    select zip_code as "zipCode", industry, changed_at as since from claims
    where user_id = ${userId} and state = 'confirmed' order by zip_code, industry`);

/** The routes by which users read their claims, and billing compares claims with subscriptions and ends a claim that no subscription uses. */
export function confirmedClaimRoutes({ pg, clock }: { pg: Pg; clock: Clock }) {
  const impl = implementer(catalogApi);
  return {
    listOwnClaims: impl.listOwnClaims.handler(async ({ context }) => {
      const claims = await claimsOf(pg, asUser(context.caller).id);
      return { claims: claims.map(claim => ({ ...claim, since: claim.since.toISOString() })) };
    }),
    listConfirmedClaims: impl.listConfirmedClaims.handler(({ input }) => listConfirmed(pg, input)),
    findConfirmedClaims: impl.findConfirmedClaims.handler(({ input }) => findConfirmed(pg, input.claimIds)),
    releaseUnpaidClaim: impl.releaseUnpaidClaim.handler(async ({ input }) => {
      await pg.transaction(tx => releaseUnpaid(tx, input, clock()));
      return { message: 'This version of the claim holds no ZIP' };
    }),
  };
}
