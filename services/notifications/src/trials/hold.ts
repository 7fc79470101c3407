import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type AccountState,
  trialHoldEnded as holdEnded,
  trialHoldEnding as holdEnding,
} from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { claimMail } from '../delivery/store.ts';
import { button, defineTemplate, facts, paragraph } from '../delivery/template.ts';
import { calendarDay, counted, greet } from '../delivery/wording.ts';
import { trials } from '../replicas.ts';
import { recipientOf } from '../users/store.ts';
import { type UnpaidTrial, unpaidTrialOf } from './store.ts';

export const trialHoldEnded = defineTemplate('trial-hold-ended', {
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

export const trialHoldEnding = defineTemplate('trial-hold-ending', {
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

/** Whose trial it is, unless they paid since, or want no such mails. */
async function holderOf(tx: Tx, account: AccountState): Promise<UnpaidTrial | undefined> {
  await trials.upsertIfNewer(tx, account);
  await recipientOf(tx, account.id);
  const trial = await unpaidTrialOf(tx, account.id);
  const isSame = trial?.expiresAt.getTime() === Date.parse(account.trialExpiresAt);
  return isSame ? trial : undefined;
}

const onTrialHoldEnding = on(holdEnding, async ({ data }, tx) => {
  const holder = await holderOf(tx, data);
  if (!holder) return;
  const { email: to, firstName, accountId: userId } = holder;
  const { releaseAt, zipCodes, monthlyAmountCents } = data;
  await claimMail(tx, trialHoldEnding, {
    to,
    key: `${userId} ${releaseAt}`,
    userId,
    data: { firstName, releaseAt, zipCodes, monthlyAmountCents },
  });
});

const onTrialHoldEnded = on(holdEnded, async ({ data }, tx) => {
  const holder = await holderOf(tx, data);
  if (!holder) return;
  const { email: to, firstName, accountId: userId } = holder;
  const key = `${userId} ${data.trialExpiresAt}`;
  await claimMail(tx, trialHoldEnded, { to, key, userId, data: { firstName, zipCodes: data.zipCodes } });
});

export const trialHoldEvents = [onTrialHoldEnding, onTrialHoldEnded];
