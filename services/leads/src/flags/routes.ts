import { AppError } from '@closingwire/chassis/app-error';
import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { changeOf } from '@closingwire/contracts/audit';
import { type FlagStatus, leadCreditRequested, leadFlagged } from '@closingwire/contracts/leads';
import { sliceOf } from '@closingwire/contracts/primitive';
import { storeWrong } from '../contacts/evidence.ts';
import { impl, type RouteDeps } from '../context.ts';
import { findReader } from '../lists/readers.ts';
import { insertUnknownUser } from '../replicas.ts';
import {
  countFlags,
  type Flag,
  type FlagWithReporter,
  findFlaggedClosing,
  insertFlag,
  listFlags,
  lockFlag,
  oneFlag,
  setFlagStatus,
  storeCreditRequest,
} from './store.ts';

const publishFlag = (tx: Tx, flag: Omit<Flag, 'credit'>) =>
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
    createdAt: flag.createdAt.toISOString(),
  });

const toLeadFlag = (flag: FlagWithReporter) => ({
  id: flag.id,
  status: flag.status,
  note: flag.note,
  createdAt: flag.createdAt.toISOString(),
  agent: { fullName: flag.agentName, email: flag.agentEmail ?? '', phone: flag.agentPhone ?? '' },
  user: { firstName: flag.firstName, lastName: flag.lastName, email: flag.email },
  credit: flag.credit,
});

type WrongContact = { flagId: string; contact: 'email' | 'phone' | undefined; now: Date };

/** Resolves a flag, marks its contact as wrong and asks billing for the credit. The second time it changes nothing. */
async function confirmWrong(tx: Tx, { flagId, contact, now }: WrongContact): Promise<FlagStatus> {
  const flag = await lockFlag(tx, flagId);
  if (!flag) throw new AppError('missing', 'not_found', 'There is no such flag');
  if (flag.credit) return flag.status;
  const value = { email: flag.agentEmail, phone: flag.agentPhone }[contact ?? 'email'];
  if (contact && value === null)
    throw new AppError('invalid', 'contact_missing', `The flag has no ${contact} of the agent`);
  if (contact && value !== null) await storeWrong(tx, { kind: contact, value }, now);
  await storeCreditRequest(tx, flagId, contact);
  const moved = await setFlagStatus(tx, flagId, 'resolved');
  if (moved) await publishFlag(tx, moved.flag);
  const { id, userId, zipCode } = flag;
  await publish(tx, leadCreditRequested, { id, version: 1, userId, zipCode, requestedAt: now.toISOString() });
  return flag.status;
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

    listFlags: impl.listFlags.handler(async ({ input }) => {
      const [flags, counts] = await Promise.all([listFlags(pg, sliceOf(input, 50)), countFlags(pg)]);
      return { leadFlags: flags.map(toLeadFlag), ...counts };
    }),

    setFlagStatus: impl.setFlagStatus.handler(async ({ input: { flagId, status }, context }) => {
      const { flag, before } = await pg.transaction(async tx => {
        const moved = await setFlagStatus(tx, flagId, status);
        if (!moved) throw new AppError('missing', 'not_found', 'There is no such flag');
        await publishFlag(tx, moved.flag);
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), before: moved.before };
      });
      nameChanges([changeOf('status', before, status)], context.responseHeaders);
      return flag;
    }),

    confirmWrongContact: impl.confirmWrongContact.handler(async ({ input: { flagId, contact }, context }) => {
      const { flag, before } = await pg.transaction(async tx => {
        const before = await confirmWrong(tx, { flagId, contact, now: clock() });
        return { flag: toLeadFlag(await oneFlag(tx, flagId)), before };
      });
      nameChanges(
        [changeOf('status', before, flag.status), changeOf('contacts', undefined, contact)],
        context.responseHeaders,
      );
      return flag;
    }),
  };
}
