import { AppError } from '@closingwire/chassis/app-error';
import { implementer, nameChanges, type RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { changeOf } from '@closingwire/contracts/audit';
import { catalogApi, type Zip } from '@closingwire/contracts/catalog';
import { assignByAdmin } from './claims/assign.ts';
import { holdZips } from './claims/change.ts';
import { confirmedClaimRoutes } from './claims/confirmed.ts';
import { holderOf, releaseHolds } from './claims/store.ts';
import { unassignByAdmin } from './claims/unassign.ts';
import { lockUser } from './replicas.ts';
import { userFacts } from './user-data.ts';
import { zipWaitRoutes } from './waits/routes.ts';
import { webhookLogRoutes } from './webhook/routes.ts';
import { findArea } from './zips/area.ts';
import { checkImport } from './zips/rules.ts';
import { readSoldOut, takenZips } from './zips/sold-out.ts';
import {
  changeZipField,
  countMissing,
  insertZip,
  insertZips,
  skippedRows,
  type ZipChange,
} from './zips/store.ts';
import { adminZipPage, checkZips, getAdminZip, zipMap, zipPage } from './zips/views.ts';

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

type Options = { pg: Pg; clock: Clock; installationUrl: string | undefined };

/** Routes of the catalog as a user sees it. */
function viewerRoutes({ pg, clock }: Pick<Options, 'pg' | 'clock'>) {
  const impl = implementer(catalogApi);
  return {
    listZips: impl.listZips.handler(({ input, context }) =>
      zipPage(pg, input, asUser(context.caller), clock()),
    ),

    checkZips: impl.checkZips.handler(async ({ input, context }) => ({
      zipCodes: await checkZips(pg, input.zipCodes, asUser(context.caller), clock()),
    })),

    findArea: impl.findArea.handler(({ input, context }) =>
      findArea(pg, input, asUser(context.caller), clock()),
    ),

    mapZips: impl.mapZips.handler(({ input, context }) =>
      zipMap(pg, input.state, asUser(context.caller), clock()),
    ),
  };
}

/** Assigns a ZIP, and reports to the audit log if the user had it already. */
async function assignZip(
  { pg, clock }: Pick<Options, 'pg' | 'clock'>,
  { userId, zipCodeId: zipCode }: { userId: string; zipCodeId: string },
  { responseHeaders }: Pick<RequestContext, 'responseHeaders'>,
) {
  const assigned = await pg.transaction(tx => assignByAdmin(tx, { userId, zipCode }, clock()));
  nameChanges(assigned.isUnchanged ? [changeOf('isUnchanged', null, true)] : [], responseHeaders);
  return assigned;
}

export function catalogRoutes({ pg, clock, installationUrl }: Options) {
  const impl = implementer(catalogApi);

  async function change<F extends keyof ZipChange>(
    id: string,
    field: F,
    value: NonNullable<ZipChange[F]>,
    { responseHeaders }: RequestContext,
  ): Promise<Zip> {
    nameChanges(await changeZipField(pg, id, { field, value }), responseHeaders);
    return getAdminZip(pg, id, clock());
  }

  return impl.router({
    exportUser: impl.exportUser.handler(({ input }) => userFacts(pg, input.userId)),
    ...viewerRoutes({ pg, clock }),

    ...zipWaitRoutes({ pg, clock }),

    ...webhookLogRoutes({ pg, installationUrl }),

    readSoldOut: impl.readSoldOut.handler(() => readSoldOut(pg, clock())),

    takenZips: impl.takenZips.handler(({ input }) => takenZips(pg, input, clock())),

    listAllZips: impl.listAllZips.handler(({ input }) => adminZipPage(pg, input, clock())),

    createZip: impl.createZip.handler(async ({ input, context }) => {
      const created = await pg.transaction(tx => insertZip(tx, input));
      if (!created) {
        throw new AppError('conflict', 'zip_exists', `ZIP code ${input.zipCode} is in the catalog already`);
      }
      const { price, isAvailable } = input;
      const changes = [changeOf('priceNote', null, price), changeOf('isAvailable', null, isAvailable)];
      nameChanges(changes, context.responseHeaders);
      return getAdminZip(pg, input.zipCode, clock());
    }),

    importZips: impl.importZips.handler(async ({ input, context }) => {
      const { zips, errors } = checkImport(input.zipCodes);
      const created = input.dryRun ? await countMissing(pg, zips) : await insertZips(pg, zips);
      const skipped = zips.length - created;
      const changes = input.dryRun
        ? [changeOf('isCheck', null, true)]
        : [changeOf('zipsAdded', null, created), changeOf('zipsSkipped', null, skipped)];
      nameChanges(changes, context.responseHeaders);
      const skippedFirst = input.dryRun && { skippedRows: await skippedRows(pg, zips) };
      return { created, skipped, errors, ...skippedFirst };
    }),

    setPrice: impl.setPrice.handler(({ input, context }) => change(input.id, 'price', input.price, context)),

    setAvailability: impl.setAvailability.handler(({ input: { id, isAvailable }, context }) =>
      change(id, 'isAvailable', isAvailable, context),
    ),

    setScrapeActive: impl.setScrapeActive.handler(({ input: { id, scrapeActive }, context }) =>
      change(id, 'scrapeActive', scrapeActive, context),
    ),

    assignZip: impl.assignZip.handler(({ input, context }) => assignZip({ pg, clock }, input, context)),
    unassignZip: impl.unassignZip.handler(({ input }) =>
      pg.transaction(tx => unassignByAdmin(tx, input, clock())),
    ),
    ...confirmedClaimRoutes({ pg, clock }),

    holdZips: impl.holdZips.handler(async ({ input: { holdSeconds, ...order } }) => {
      const now = clock();
      const heldUntil = after(now, holdSeconds);
      const claims = await pg.transaction(tx => holdZips(tx, { ...order, heldUntil }, now));
      return { claims, heldUntil: heldUntil.toISOString() };
    }),

    releaseHolds: impl.releaseHolds.handler(async ({ input: { intentId } }) => {
      await pg.transaction(async tx => {
        const userId = await holderOf(tx, intentId);
        if (userId === undefined) return;
        await lockUser(tx, userId);
        await releaseHolds(tx, intentId, clock());
      });
      return { message: 'Nothing is held for this intent' };
    }),
  });
}
