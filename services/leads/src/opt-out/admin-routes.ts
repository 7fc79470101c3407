import { AppError } from '@closingwire/chassis/app-error';
import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { changeOf } from '@closingwire/contracts/audit';
import type { EventData } from '@closingwire/contracts/event';
import { optOutDecided } from '@closingwire/contracts/leads';
import type { ReviewDecision } from '@closingwire/contracts/opt-out';
import { impl, type RouteDeps } from '../context.ts';
import { insertAudit } from './audit.ts';
import { linkMailId, type StoredState } from './rules.ts';
import * as store from './store.ts';
import { addSuppressions, applyNow, hashesOf, removeSuppressions } from './suppressions.ts';
import { oneOptOut, optOutPage } from './views.ts';

type Step = { id: string; adminId: string; from: RequestOrigin; now: Date };

/** Locks an opt-out that is in one of these states; throws `otherwise` if it is in another. */
async function lockIn(
  tx: Tx,
  id: string,
  states: readonly StoredState[],
  otherwise: string,
): Promise<store.OptOutRequest> {
  const found = await store.lockRequestById(tx, id);
  if (!found) throw new AppError('missing', 'not_found', 'There is no such opt-out');
  if (!states.includes(found.state)) throw new AppError('conflict', 'opt_out_decided', otherwise);
  return found;
}

type Outcome = EventData<typeof optOutDecided>['outcome'];

/** An opt-out is reviewed at most once; undoing it is always its last decision. */
const versions: Record<Outcome, number> = { approved: 2, refused: 2, undone: 3 };

/**
 * Publishes a decision, so that the agent gets a mail. Publishes nothing for an opt-out without a link: no mail has
 * the agent's address.
 */
async function publishDecision(
  tx: Tx,
  outcome: Outcome,
  { secretHash, confirmedAt }: store.OptOutRequest,
  about: readonly store.Contact[],
  now: Date,
): Promise<void> {
  if (!secretHash) return;
  await publish(tx, optOutDecided, {
    mailId: linkMailId(secretHash),
    version: versions[outcome],
    outcome,
    kinds: about.map(({ kind }) => kind),
    confirmedAt: (confirmedAt ?? now).toISOString(),
    decidedAt: now.toISOString(),
  });
}

/** Decides on the contacts that wait for a review and returns them. */
async function review(
  tx: Tx,
  decision: ReviewDecision,
  { id, adminId, from, now }: Step,
): Promise<store.Contact[]> {
  const found = await lockIn(tx, id, ['needs-review'], 'This opt-out has no contact to review');
  const waiting = found.contacts.filter(({ isInEffect }) => !isInEffect);
  const isApproved = decision === 'approve';
  await store.setState(tx, id, isApproved ? 'in-effect' : 'refused', { decidedAt: now });
  await insertAudit(
    tx,
    from,
    {
      action: isApproved ? 'opt-out-approved' : 'opt-out-refused',
      actorId: adminId,
      targetId: id,
      detail: { contacts: store.auditedOf(waiting) },
    },
    now,
  );
  await publishDecision(tx, isApproved ? 'approved' : 'refused', found, waiting, now);
  if (isApproved) await addSuppressions(tx, id, waiting, now);
  return waiting;
}

/** Removes all suppressions of an opt-out and returns its contacts. */
async function undo(tx: Tx, { id, adminId, from, now }: Step): Promise<store.Contact[]> {
  const states = ['in-effect', 'refused', 'needs-review'] as const;
  const found = await lockIn(tx, id, states, 'This opt-out has no contact to undo');
  const { contacts } = found;
  await store.setState(tx, id, 'undone', { decidedAt: now });
  const detail = { contacts: store.auditedOf(contacts) };
  await insertAudit(tx, from, { action: 'opt-out-undone', actorId: adminId, targetId: id, detail }, now);
  const freed = await removeSuppressions(tx, id, hashesOf(contacts), now);
  const about = contacts.filter(({ kind }) => freed.includes(kind));
  await publishDecision(tx, 'undone', found, about, now);
  return contacts;
}

export function optOutAdminRoutes({ pg, clock, log }: RouteDeps) {
  return {
    listOptOuts: impl.listOptOuts.handler(({ input }) => optOutPage(pg, input, clock())),

    reviewOptOut: impl.reviewOptOut.handler(async ({ input: { optOutId: id, decision }, context }) => {
      const step = { id, adminId: asUser(context.caller).id, from: context.request, now: clock() };
      const about = await pg.transaction(tx => review(tx, decision, step));
      const decided = decision === 'approve' ? 'approved' : 'refused';
      const changes = [changeOf('decision', null, decided), store.contactsChange(about)];
      nameChanges(changes, context.responseHeaders);
      if (decision === 'approve') await applyNow({ pg, log }, hashesOf(about));
      return oneOptOut(pg, id, clock());
    }),

    undoOptOut: impl.undoOptOut.handler(async ({ input: { optOutId: id }, context }) => {
      const step = { id, adminId: asUser(context.caller).id, from: context.request, now: clock() };
      const removed = await pg.transaction(tx => undo(tx, step));
      const changes = [changeOf('decision', null, 'undone'), store.contactsChange(removed)];
      nameChanges(changes, context.responseHeaders);
      await applyNow({ pg, log }, hashesOf(removed));
      return oneOptOut(pg, id, clock());
    }),
  };
}
