import { AppError } from '@closingwire/chassis/app-error';
import { nameChanges, nameIds, type RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import { leadFlagged, type OwnFlag } from '@closingwire/contracts/leads';
import { sliceOf } from '@closingwire/contracts/primitive';
import { impl, type RouteDeps } from '../context.ts';
import { findReader } from '../lists/readers.ts';
import { insertUnknownUser } from '../replicas.ts';
import { toFlaggedClosing } from './flagged-closing.ts';
import {
  countFlags,
  countFlagsOf,
  type Flag,
  type FlagWithReporter,
  findFlaggedClosing,
  insertFlag,
  listFlags,
  oneFlag,
  ownFlags,
} from './store.ts';
import { changeStatus, confirmWrong, takeBackWrong } from './wrong-contact.ts';

type NewFlag = Omit<Flag, 'credit' | 'confirmed' | 'isHidden'>;

const publishFlag = (tx: Tx, flag: NewFlag & Partial<Pick<Flag, 'credit' | 'confirmed' | 'isHidden'>>) =>
  publish(tx, leadFlagged, {
    id: flag.id,
    version: flag.version,
    closingId: flag.closingId,
    // The old name of `closingId`.
    agentId: flag.closingId,
    ...(flag.sale && { closing: flag.sale }),
    agentName: flag.agentName,
    userId: flag.userId,
    note: flag.note,
    status: flag.status,
    hasCredit: Boolean(flag.credit) && !flag.confirmed?.takenBackAt,
    takenBack: takenBackOf(flag.confirmed),
    confirmed: confirmedOf(flag.confirmed),
    isHidden: flag.isHidden ?? false,
    createdAt: flag.createdAt.toISOString(),
  });

const instantOf = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null);

function takenBackOf(confirmed: Flag['confirmed'] | undefined) {
  const at = instantOf(confirmed?.takenBackAt);
  return confirmed && at ? { contact: confirmed.kind, at } : null;
}

function confirmedOf(confirmed: Flag['confirmed'] | undefined) {
  const at = instantOf(confirmed?.confirmedAt);
  return confirmed && at && !confirmed.takenBackAt ? { contact: confirmed.kind, at } : null;
}

/** Returns a flag for its reporter. A confirmation that was taken back no longer holds. */
const toOwnFlag = ({ id, closingId, status, note, createdAt, credit, confirmed }: Flag): OwnFlag => ({
  id,
  closingId,
  status,
  note,
  createdAt: createdAt.toISOString(),
  credit,
  confirmed: confirmed && !confirmed.takenBackAt ? confirmed.kind : null,
});

/** Returns a flag for admins. */
export const toLeadFlag = (flag: FlagWithReporter) => ({
  id: flag.id,
  status: flag.status,
  note: flag.note,
  createdAt: flag.createdAt.toISOString(),
  zipCode: flag.zipCode,
  agent: { fullName: flag.agentName, email: flag.agentEmail ?? '', phone: flag.agentPhone ?? '' },
  user: { id: flag.userId, firstName: flag.firstName, lastName: flag.lastName, email: flag.email },
  credit: flag.credit,
  noCredit: flag.noCredit,
  confirmed: flag.confirmed && {
    ...flag.confirmed,
    confirmedAt: instantOf(flag.confirmed.confirmedAt),
    takenBackAt: instantOf(flag.confirmed.takenBackAt),
  },
  closing: flag.closing && toFlaggedClosing(flag.closing),
});

/** Reports changes to the audit log. The reporter is the target, so that the entry is on their page. */
function record(
  flag: ReturnType<typeof toLeadFlag>,
  changes: readonly AuditChange[],
  { responseHeaders }: Pick<RequestContext, 'responseHeaders'>,
): void {
  nameIds({ flagId: flag.id, userId: flag.user.id }, responseHeaders);
  nameChanges(changes, responseHeaders);
}

export function flagRoutes({ pg, clock }: RouteDeps) {
  return {
    flagLead: impl.flagLead.handler(async ({ input: { agentId: closingId, note }, context }) => {
      const user = asUser(context.caller);
      const { zips } = await findReader(pg, user.id);
      const closing = await findFlaggedClosing(pg, closingId, [...zips.granted, ...zips.charged]);
      if (!closing) throw new AppError('missing', 'not_found', 'This lead is in none of your lists');
      const flag = {
        ...closing,
        id: newId(),
        version: 1,
        userId: user.id,
        note,
        status: 'pending' as const,
        createdAt: clock(),
      };
      await pg.transaction(async tx => {
        await insertUnknownUser(tx, user);
        await insertFlag(tx, flag);
        await publishFlag(tx, flag);
      });
      return { id: flag.id, status: flag.status };
    }),

    ownFlags: impl.ownFlags.handler(async ({ context }) => ({
      flags: (await ownFlags(pg, asUser(context.caller).id)).map(toOwnFlag),
    })),

    listFlags: impl.listFlags.handler(async ({ input }) => {
      const { userId } = input;
      const [flags, counts] = await Promise.all([
        listFlags(pg, { ...sliceOf(input, 50), userId }),
        userId ? countFlagsOf(pg, userId) : countFlags(pg),
      ]);
      return { leadFlags: flags.map(toLeadFlag), ...counts };
    }),

    setFlagStatus: impl.setFlagStatus.handler(async ({ input: { flagId, status }, context }) => {
      const { flag, before } = await pg.transaction(async tx => {
        const { before, after } = await changeStatus(tx, flagId, status);
        await publishFlag(tx, after);
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), before };
      });
      record(flag, [changeOf('status', before, status)], context);
      return flag;
    }),

    confirmWrongContact: impl.confirmWrongContact.handler(async ({ input: { flagId, contact }, context }) => {
      const { flag, before, isChanged } = await pg.transaction(async tx => {
        const { before, after } = await confirmWrong(tx, { flagId, contact, now: clock() });
        if (after) await publishFlag(tx, after);
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), before, isChanged: Boolean(after) };
      });
      const changes = [
        changeOf('status', before.status, flag.status),
        changeOf('contacts', undefined, contact),
        ...(before.credit ? [] : [changeOf('credit', undefined, flag.noCredit ?? 'requested')]),
      ];
      record(flag, isChanged ? changes : [], context);
      return flag;
    }),

    takeBackWrongContact: impl.takeBackWrongContact.handler(async ({ input: { flagId }, context }) => {
      const admin = asUser(context.caller);
      const { flag, before } = await pg.transaction(async tx => {
        await insertUnknownUser(tx, admin);
        const { before, after } = await takeBackWrong(tx, { flagId, adminId: admin.id, now: clock() });
        if (after) await publishFlag(tx, after);
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), before };
      });
      const changes = before
        ? [changeOf('status', before.status, flag.status), changeOf('contacts', before.confirmed?.kind)]
        : [];
      record(flag, changes, context);
      return flag;
    }),
  };
}
