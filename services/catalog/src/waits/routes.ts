import { implementer } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { catalogApi } from '@closingwire/contracts/catalog';
import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { asWaiting, stopWaiting, waitForZip } from './change.ts';
import { type StoredWait, waitsOf } from './store.ts';

const toReply = ({ askedAt, offerEndsAt, ...wait }: StoredWait): ZipWait => ({
  ...wait,
  askedAt: askedAt.toISOString(),
  offerEndsAt: offerEndsAt?.toISOString() ?? null,
});

/** The routes of a user's waits. */
export function zipWaitRoutes({ pg, clock }: { pg: Pg; clock: Clock }) {
  const impl = implementer(catalogApi);
  return {
    listZipWaits: impl.listZipWaits.handler(async ({ context }) => {
      const waits = await waitsOf(pg, asWaiting(asUser(context.caller)), clock());
      return { waits: waits.map(toReply) };
    }),

    waitForZip: impl.waitForZip.handler(async ({ input: { zipCode }, context }) => {
      const viewer = asUser(context.caller);
      return toReply(await pg.transaction(tx => waitForZip(tx, viewer, zipCode, clock())));
    }),

    stopWaiting: impl.stopWaiting.handler(async ({ input: { zipCode }, context }) => {
      const { id } = asUser(context.caller);
      await pg.transaction(tx => stopWaiting(tx, id, zipCode, clock()));
      return { message: `You do not wait for ZIP code ${zipCode}` };
    }),
  };
}
