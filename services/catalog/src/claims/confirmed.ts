import { implementer } from '@closingwire/chassis/http';
import type { Clock } from '@closingwire/chassis/part';
import { type Pg, type Queries, sql } from '@closingwire/chassis/pg';
import { type BookClaim, catalogApi } from '@closingwire/contracts/catalog';
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

/** The routes by which billing compares claims with subscriptions and ends a claim that no subscription uses. */
export function confirmedClaimRoutes({ pg, clock }: { pg: Pg; clock: Clock }) {
  const impl = implementer(catalogApi);
  return {
    listConfirmedClaims: impl.listConfirmedClaims.handler(({ input }) => listConfirmed(pg, input)),
    findConfirmedClaims: impl.findConfirmedClaims.handler(({ input }) => findConfirmed(pg, input.claimIds)),
    releaseUnpaidClaim: impl.releaseUnpaidClaim.handler(async ({ input }) => {
      await pg.transaction(tx => releaseUnpaid(tx, input, clock()));
      return { message: 'This version of the claim holds no ZIP' };
    }),
  };
}
