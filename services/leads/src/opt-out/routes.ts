import { randomBytes } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { nameChanges, nameIds } from '@closingwire/chassis/http';
import { newId } from '@closingwire/chassis/ids';
import { networkOf } from '@closingwire/chassis/network';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { optOutReviewNeeded } from '@closingwire/contracts/leads';
import type { optOutRequest } from '@closingwire/contracts/opt-out';
import type { z } from 'zod';
import { impl, type RouteDeps } from '../context.ts';
import { insertAudit } from './audit.ts';
import { enqueueLinkMail } from './mail-link.ts';
import { HOUR_MS, mayMailLink, secretHash, stateOf, takesEffect } from './rules.ts';
import * as store from './store.ts';
import { addSuppressions, applyNow, hashesOf } from './suppressions.ts';

type Given = z.output<typeof optOutRequest>;

function contactsOf({ email, phone, licenseNumber }: Given): store.NamedContact[] {
  const given = [
    { kind: 'email', value: email },
    { kind: 'phone', value: phone },
    { kind: 'license', value: licenseNumber },
  ] as const;
  return given.flatMap(({ kind, value }) => (value ? [{ kind, value }] : []));
}

/**
 * Refuses above the budget, whatever the address, so that a refusal reveals nothing. Concurrent requests may exceed it
 * slightly.
 */
async function refuseAboveBudget(
  tx: Tx,
  { perHour, perNetwork }: RouteDeps['optOutMails'],
  { ip }: RequestOrigin,
  now: Date,
): Promise<void> {
  const own = ip === '' ? undefined : await store.nthLinkOfNetwork(tx, perNetwork, networkOf(ip), now);
  const first = own ?? (await store.nthLinkOfHour(tx, perHour, now));
  if (!first) return;
  const retryAfterSeconds = Math.ceil((first.getTime() + HOUR_MS - now.getTime()) / 1_000);
  const text = 'Too many opt-out requests at the moment; try again later';
  throw new AppError('too-many', 'too_many_requests', text, { detail: { retryAfterSeconds } });
}

/** Stores the request, enqueues its mail and returns its id; undefined if the address must get no further mail now. */
async function request(tx: Tx, given: Given, from: RequestOrigin, now: Date): Promise<string | undefined> {
  if (!mayMailLink(await store.linksMailedTo(tx, given.email, now), now)) return undefined;
  const secret = randomBytes(32).toString('base64url');
  const id = newId();
  const contacts = await store.insertRequest(tx, {
    id,
    secretHash: secretHash(secret),
    contacts: contactsOf(given),
    now,
  });
  await enqueueLinkMail(tx, given.email, secret);
  await insertAudit(
    tx,
    from,
    { action: 'opt-out-requested', targetId: id, detail: { contacts: store.auditedOf(contacts) } },
    now,
  );
  return id;
}

function refuseUnlessOpen(found: store.OptOutRequest | undefined, now: Date): store.OptOutRequest {
  if (!found) throw new AppError('missing', 'not_found', 'This link is not valid');
  const state = stateOf(found, now);
  if (state === 'expired') throw new AppError('conflict', 'link_expired', 'This link has expired');
  if (state !== 'requested') throw new AppError('conflict', 'link_used', 'This link was already used');
  return found;
}

type Confirmed = { optOutId: string; inEffect: store.Contact[]; waiting: store.Contact[] };

/** Suppresses the contacts that the address proves; an admin must review the others. */
async function confirm(tx: Tx, token: string, from: RequestOrigin, now: Date): Promise<Confirmed> {
  const { id, contacts } = refuseUnlessOpen(await store.lockRequestBySecret(tx, secretHash(token)), now);
  const carriers = await store.findCarriers(tx, contacts);
  const inEffect = contacts.filter(({ kind }) => takesEffect(kind, carriers));
  const waiting = contacts.filter(contact => !inEffect.includes(contact));
  await store.setState(tx, id, waiting.length > 0 ? 'needs-review' : 'in-effect', { confirmedAt: now });
  const detail = { inEffect: store.auditedOf(inEffect), needsReview: store.auditedOf(waiting) };
  await insertAudit(tx, from, { action: 'opt-out-confirmed', targetId: id, detail }, now);
  if (waiting.length > 0) await publishReview(tx, id, waiting, now);
  await addSuppressions(tx, id, inEffect, now);
  return { optOutId: id, inEffect, waiting };
}

const publishReview = (tx: Tx, id: string, waiting: readonly store.Contact[], now: Date) =>
  publish(tx, optOutReviewNeeded, {
    id,
    version: 1,
    kinds: waiting.flatMap(({ kind }) => (kind === 'email' ? [] : [kind])),
    confirmedAt: now.toISOString(),
  });

export function optOutRoutes({ pg, clock, log, optOutMails }: RouteDeps) {
  return {
    optOut: impl.optOut.handler(async ({ input, context }) => {
      const now = clock();
      const optOutId = await pg.transaction(async tx => {
        await refuseAboveBudget(tx, optOutMails, context.request, now);
        return request(tx, input, context.request, now);
      });
      nameIds({ optOutId }, context.responseHeaders);
      return { message: 'We have mailed a link to this address. Nothing changes until it is opened.' };
    }),

    // Mail scanners and page reloads call this, so it must not change anything.
    optOutLink: impl.optOutLink.handler(async ({ input, context }) => {
      context.responseHeaders.set('cache-control', 'no-store');
      const found = await store.findStateBySecret(pg, secretHash(input.token));
      return { state: found ? stateOf(found, clock()) : 'unknown' };
    }),

    confirmOptOut: impl.confirmOptOut.handler(async ({ input, context }) => {
      const { optOutId, inEffect, waiting } = await pg.transaction(tx =>
        confirm(tx, input.token, context.request, clock()),
      );
      nameIds({ optOutId }, context.responseHeaders);
      nameChanges([store.contactsChange([...inEffect, ...waiting])], context.responseHeaders);
      await applyNow({ pg, log }, hashesOf(inEffect));
      return {
        message: 'You are no longer in any list.',
        email: inEffect.find(({ kind }) => kind === 'email')?.masked ?? '',
        needsReview: waiting.map(({ kind }) => kind),
      };
    }),
  };
}
