import type { ConfirmedContact } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';

export const takeBackCopy = {
  label: 'Take back: the contact is right',
  titles: { email: 'Is this email right?', phone: 'Is this phone right?' },
  action: 'Take back',
};

const creditStaysText = ({ credit, user }: LeadFlag): string | undefined => {
  if (credit?.state === 'pending') return 'A credit that is being decided stays.';
  if (credit?.state !== 'credited') return undefined;
  const reporter = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const to = reporter ? ` to ${reporter}` : '';
  return `The credit of ${formatCents(credit.amountCents)}${to} stays, because it may be on an invoice already.`;
};

/** Returns what happens when a confirmation is taken back. */
export function takeBackTexts(flag: LeadFlag, { kind, isConfirmedElsewhere }: ConfirmedContact): string[] {
  const contact = `the ${kind}${flag.agent[kind] ? ` ${flag.agent[kind]}` : ''}`;
  const mark = isConfirmedElsewhere
    ? `Lists still mark ${contact}: another flag confirms it as wrong, too.`
    : `Lists show ${contact} without the mark again within a second.`;
  const mail = 'The reporter gets an email that says so, unless they turned emails off.';
  return [mark, creditStaysText(flag), mail].filter(text => text !== undefined);
}

const dayOf = (time: string) => formatDay(toDay(new Date(time)));

/** Returns which contact an admin confirmed as wrong, and whether, when and by whom that was taken back. */
export function confirmedTexts(
  { agent }: Pick<LeadFlag, 'agent'>,
  { kind, confirmedAt, takenBackAt, takenBackBy, isConfirmedElsewhere }: ConfirmedContact,
): string[] {
  const contact = `${kind}${agent[kind] ? ` ${agent[kind]}` : ''}`;
  if (!takenBackAt) return [`Confirmed wrong${confirmedAt ? ` on ${dayOf(confirmedAt)}` : ''}: ${contact}`];
  const by = takenBackBy ? ` by ${takenBackBy}` : '';
  const texts = [`Taken back on ${dayOf(takenBackAt)}${by}: ${contact}`];
  return isConfirmedElsewhere ? [...texts, 'Still marked: another flag confirms it'] : texts;
}
