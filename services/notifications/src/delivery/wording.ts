import type { UserPlace } from '@closingwire/contracts/notifications';
import { type Block, facts } from './template.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 5, 2026', of an instant in UTC. */
export const calendarDay = (at: string) => day.format(new Date(at));

/** '1 day', '3 days'. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A heading that ends with the first name, where there is one: accounts made through the wire protocol have none. */
export const greet = (words: string, firstName: string): string =>
  firstName.trim() === '' ? words : `${words}, ${firstName}`;

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** An instant as mails write it. */
export const instantText = (instant: string): string => `${when.format(new Date(instant))} UTC`;

/**
 * From where and when somebody did something to an account; the time alone when an administrator did it. `what` stands
 * before them.
 */
export const whereAndWhen = (
  from: UserPlace | undefined,
  at: string,
  what: Record<string, string> = {},
): Block =>
  facts({
    ...what,
    ...(from && { Browser: from.device, 'Network address': from.address }),
    Time: instantText(at),
  });
