import type { ExplainedList, ListReason } from '@closingwire/contracts/customer-lists';
import { formatDay, formatDays, formatInstant } from '../../../lib/dates.ts';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const closings = (count: number) => counted(count, 'closing', 'closings');
const agents = (count: number) => counted(count, 'agent', 'agents');

type SourceEnd = { name: string; endedAt: string | null };

const sourceText = ({ name, endedAt }: SourceEnd) =>
  endedAt === null
    ? `the license of ${name} does not permit lists`
    : `the license of ${name} ended ${formatInstant(endedAt)}`;

function notOpen({ cause, since }: Extract<ListReason, { kind: 'not-open' }>): string {
  switch (cause) {
    case 'suspended':
      return 'The user cannot read the list: an admin suspended them.';
    case 'ended':
      return 'The user cannot read the list: the paid subscription has ended.';
    case 'trial-over':
      return `The user cannot read the list: the trial ended${since === null ? '' : ` ${formatInstant(since)}`} and nothing was paid.`;
  }
}

type Ended = Extract<ListReason, { kind: 'subscription-ended' }>;

const ends: Record<NonNullable<Ended['endedBy']>, string> = {
  'given-back': 'the user gave it back',
  removed: 'an admin took it from the user',
  'trial-over': 'the trial ended and nothing was paid',
  'payments-ended': 'the payments ended',
};

const subscriptionEnded = ({ endedAt, endedBy }: Ended) =>
  `The user had this ZIP code until ${formatInstant(endedAt)}${endedBy === null ? '' : `: ${ends[endedBy]}`}.`;

/** Returns why closings are not in a list, as sentences. `lastDeliveryAt`: the last delivery of any ZIP. */
export function reasonText(reason: ListReason, lastDeliveryAt: string | null): string {
  switch (reason.kind) {
    case 'no-subscription':
      return 'The user does not have this ZIP code.';
    case 'subscription-ended':
      return subscriptionEnded(reason);
    case 'not-open':
      return notOpen(reason);
    case 'no-delivery':
      return `No closing of this ZIP code is stored. It was never delivered, or its delivery was undone. ${
        lastDeliveryAt === null
          ? 'No delivery of any ZIP code is stored.'
          : `The last delivery of any ZIP code came ${formatInstant(lastDeliveryAt)}.`
      }`;
    case 'rejected':
      return `In the last 7 days, ${counted(reason.rows, 'delivered row was', 'delivered rows were')} rejected.`;
    case 'hidden-by-admin':
      return `${closings(reason.closings)} that an admin hid.`;
    case 'opted-out':
      return `${closings(reason.closings)} of ${agents(reason.agents)} who opted out or asked for deletion.`;
    case 'retracted':
      return `${closings(reason.closings)} that no source reports anymore.`;
    case 'not-permitted':
      return `${closings(reason.closings)} without a permitted use: ${reason.sources.map(sourceText).join('; ')}.`;
    case 'do-not-call':
      return `${closings(reason.closings)} of ${agents(reason.agents)} whom the user marked as 'do not call'.`;
    case 'on-own-list':
      return `${closings(reason.closings)} of ${agents(reason.agents)} on a list that the user uploaded to leave them out.`;
    case 'too-old':
      return [
        `All closings are older than 7 days. The newest was sold ${formatDay(reason.newestDay)}.`,
        ...reason.sources.map(source => `No new ones come from ${source.name}: ${sourceText(source)}.`),
      ].join(' ');
  }
}

/** Returns what a list has, in one sentence. */
export function listText({ closings: count, firstDay, lastDay, isOpen }: ExplainedList): string {
  if (count === 0 || firstDay === null || lastDay === null) {
    return isOpen
      ? 'The list of the last 7 days is empty.'
      : 'The list of the last 7 days is empty and closed.';
  }
  const days = firstDay === lastDay ? formatDay(firstDay) : formatDays(firstDay, lastDay);
  return `The list of the last 7 days has ${closings(count)}, sold ${days}.`;
}
