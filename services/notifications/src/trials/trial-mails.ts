import { once } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import * as events from '@closingwire/contracts/billing';
import { button, facts, greet, paragraph } from '@closingwire/contracts/mail-content';
import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { enqueueMail } from '../delivery/store.ts';
import { calendarDay, counted, defineTemplate, type Template } from '../delivery/template.ts';
import { accounts } from '../replicas.ts';
import { requireKnownUser } from '../users/store.ts';
import { remindableTrialOf, type UnpaidTrial, unpaidTrialOf, unpaidTrialsEnding } from './store.ts';

const trialEnd = z.object({
  firstName: z.string(),
  daysRemaining: z.int(),
  zipCount: z.int(),
  monthlyAmountCents: z.int(),
});
type TrialEnd = z.output<typeof trialEnd>;

const trialExpiringMail = defineTemplate('trial-expiring', {
  title: 'Trial ends soon',
  purpose: 'notice',
  data: trialEnd,
  compose: ({ firstName, daysRemaining, zipCount, monthlyAmountCents }, linkTo) => {
    const when = daysRemaining === 0 ? 'today' : `in ${counted(daysRemaining, 'day')}`;
    return {
      subject: `Your free trial ends ${when}`,
      preview: 'Add a payment method to keep your lists coming.',
      heading: greet(`Your free trial ends ${when}`, firstName),
      body: [
        paragraph('Add a payment method before then and your lists keep coming without a gap.'),
        facts({ 'ZIP codes': String(zipCount), 'A month': formatCents(monthlyAmountCents) }),
        button('Keep my ZIP codes', linkTo('/dashboard')),
        paragraph('No setup fees, cancel anytime. If you do nothing, you will not be charged.'),
      ],
      reason: 'Your free trial at ClosingWire is running.',
    };
  },
});

const trialExpiredMail = defineTemplate('trial-expired', {
  title: 'Trial ended',
  purpose: 'notice',
  data: trialEnd,
  compose: ({ firstName, zipCount, monthlyAmountCents }, linkTo) => ({
    subject: 'Your free trial is over',
    preview: 'Your ZIP codes are kept for you; add a payment method to read them again.',
    heading: greet('Your free trial is over', firstName),
    body: [
      paragraph('Your lists are paused. Add a payment method and they are back at once.'),
      facts({ 'ZIP codes': String(zipCount), 'A month': formatCents(monthlyAmountCents) }),
      button('Continue with my ZIP codes', linkTo('/dashboard')),
      paragraph('You have not been charged.'),
    ],
    reason: 'Your free trial at ClosingWire has ended.',
  }),
});

const DAY_MS = 86_400_000;

/** Days until the trial ends, rounded up. */
export const daysUntil = (end: Date, now: Date) => Math.ceil((end.getTime() - now.getTime()) / DAY_MS);

/** Returns the range of trial ends for which `daysUntil` is `days`. 0 means every trial that is over. */
export function endsWithin(days: number, now: Date): { after: Date | null; until: Date } {
  const inDays = (count: number) => new Date(now.getTime() + count * DAY_MS);
  return { after: days === 0 ? null : inDays(days - 1), until: inDays(days) };
}

/**
 * The mail about the end of a trial, with the key that makes it unique. Before the end, the key has the end and the days left.
 * After it, it has the end and the day (UTC), so that an admin can remind again on another day.
 */
export function trialMail(
  expiresAt: Date,
  now: Date,
  days = daysUntil(expiresAt, now),
): { template: Template<TrialEnd>; days: number; key: string } {
  const end = expiresAt.toISOString();
  if (expiresAt > now) return { template: trialExpiringMail, days, key: `${end} in ${days}` };
  return { template: trialExpiredMail, days: 0, key: `${end} on ${now.toISOString().slice(0, 10)}` };
}

function enqueueTrialMail(tx: Tx, trial: UnpaidTrial, now: Date, daysRemaining?: number): Promise<boolean> {
  const { accountId, email, firstName, expiresAt, zipCount, monthlyAmountCents } = trial;
  const { template, days, key } = trialMail(expiresAt, now, daysRemaining);
  return enqueueMail(tx, template, {
    to: email,
    key,
    userId: accountId,
    data: { firstName, daysRemaining: days, zipCount, monthlyAmountCents },
  });
}

export const trialEndHandlers = (clock: Clock) => [
  ...[events.trialStarted, events.standingChanged].map(event =>
    once(event, async ({ data }, tx) => void (await accounts.upsertIfNewer(tx, data))),
  ),
  once(events.trialExpiring, ({ data }, tx) => remind(tx, data, clock(), data.daysRemaining)),
  once(events.trialExpired, ({ data }, tx) => remind(tx, data, clock())),
];

/**
 * Stores an event's account and returns its trial from `find`. Returns undefined if the trial now ends at another
 * time.
 */
async function sameTrialOf(
  tx: Tx,
  account: events.AccountState,
  find: typeof unpaidTrialOf,
): Promise<UnpaidTrial | undefined> {
  await accounts.upsertIfNewer(tx, account);
  await requireKnownUser(tx, account.id);
  const trial = await find(tx, account.id);
  const isSame = trial?.expiresAt.getTime() === Date.parse(account.trialExpiresAt);
  return isSame ? trial : undefined;
}

/** Enqueues no mail if the trial now ends at another time, or the user has paid meanwhile. */
async function remind(
  tx: Tx,
  account: events.AccountState,
  now: Date,
  daysRemaining?: number,
): Promise<void> {
  const trial = await sameTrialOf(tx, account, remindableTrialOf);
  if (trial) await enqueueTrialMail(tx, trial, now, daysRemaining);
}

/** Mails every user whose trial ends in `days`, once. Returns the number of new mails. */
export async function sendTrialNotifications(
  pg: Pg,
  days: number,
  now: Date,
): Promise<{ notificationsSent: number; errors: string[] }> {
  const ending = await unpaidTrialsEnding(pg, endsWithin(days, now));
  let notificationsSent = 0;
  const errors: string[] = [];
  for (const trial of ending) {
    try {
      const isNew = await pg.transaction(tx => enqueueTrialMail(tx, trial, now));
      if (isNew) notificationsSent++;
    } catch (error) {
      errors.push(`${trial.email}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { notificationsSent, errors };
}

const trialGraceEnded = defineTemplate('trial-hold-ended', {
  title: 'ZIPs of a trial released',
  purpose: 'notice',
  data: z.object({ firstName: z.string(), zipCodes: z.array(z.string()) }),
  compose: ({ firstName, zipCodes }, linkTo) => ({
    subject: `Your ${counted(zipCodes.length, 'ZIP code')} can now be had by others`,
    preview: 'You have not been charged, and you are welcome back.',
    heading: greet('We no longer keep your ZIP codes', firstName),
    body: [
      paragraph('Your free trial ended a while ago, so we have let your ZIP codes go.'),
      facts({ 'ZIP codes': zipCodes.join(', ') }),
      paragraph(
        'You have not been charged. As long as nobody else has taken them, you can order them again.',
      ),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason: 'Your free trial at ClosingWire has ended.',
  }),
});

const trialGraceEnding = defineTemplate('trial-hold-ending', {
  title: 'ZIPs of a trial released soon',
  purpose: 'notice',
  data: z.object({
    firstName: z.string(),
    releaseAt: z.iso.datetime({ offset: true }),
    zipCodes: z.array(z.string()),
    monthlyAmountCents: z.int(),
  }),
  compose: ({ firstName, releaseAt, zipCodes, monthlyAmountCents }, linkTo) => {
    const kept = counted(zipCodes.length, 'ZIP code');
    const day = calendarDay(releaseAt);
    return {
      subject: `We keep your ${kept} until ${day}`,
      preview: 'After that, others can have them. Add a payment method to keep them.',
      heading: greet(`We keep your ${kept} until ${day}`, firstName),
      body: [
        paragraph(
          `Your free trial is over, and we have kept your ${kept} for you since. On ${day} others can have them, unless you add a payment method before.`,
        ),
        facts({ 'ZIP codes': zipCodes.join(', '), 'A month': formatCents(monthlyAmountCents) }),
        button('Keep my ZIP codes', linkTo('/dashboard')),
        paragraph('You have not been charged. If you do nothing, you will not be.'),
      ],
      reason: 'Your free trial at ClosingWire has ended.',
    };
  },
});

const onTrialGraceEnding = once(events.trialGraceEnding, async ({ data }, tx) => {
  const account = await sameTrialOf(tx, data, unpaidTrialOf);
  if (!account) return;
  const { email: to, firstName, accountId: userId } = account;
  const { releaseAt, zipCodes, monthlyAmountCents } = data;
  await enqueueMail(tx, trialGraceEnding, {
    to,
    key: `${userId} ${releaseAt}`,
    userId,
    data: { firstName, releaseAt, zipCodes, monthlyAmountCents },
  });
});

const onTrialGraceEnded = once(events.trialGraceEnded, async ({ data }, tx) => {
  const account = await sameTrialOf(tx, data, unpaidTrialOf);
  if (!account) return;
  const { email: to, firstName, accountId: userId } = account;
  const key = `${userId} ${data.trialExpiresAt}`;
  await enqueueMail(tx, trialGraceEnded, { to, key, userId, data: { firstName, zipCodes: data.zipCodes } });
});

export const trialGraceHandlers = [onTrialGraceEnding, onTrialGraceEnded];

export const trialTemplates = [trialExpiringMail, trialExpiredMail, trialGraceEnding, trialGraceEnded];
