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

const notOpen = ({ cause, since }: Extract<ListReason, { kind: 'not-open' }>) =>
  cause === 'ended'
    ? 'The user cannot read the list: the paid subscription has ended.'
    : `The user cannot read the list: the trial ended${since === null ? '' : ` ${formatInstant(since)}`} and nothing was paid.`;

/** Returns why closings are not in a list, as sentences. `lastDeliveryAt`: the last delivery of any ZIP. */
export function reasonText(reason: ListReason, lastDeliveryAt: string | null): string {
  switch (reason.kind) {
    case 'no-subscription':
      return 'The user does not have this ZIP code.';
    case 'not-open':
      return notOpen(reason);
    case 'no-delivery':
      return `No source has delivered a closing of this ZIP code yet. ${
        lastDeliveryAt === null
          ? 'No source has delivered anything yet.'
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
    case 'too-old':
      return `All closings are older than 7 days. The newest was sold ${formatDay(reason.newestDay)}.`;
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
