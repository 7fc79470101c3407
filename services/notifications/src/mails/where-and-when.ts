import type { UserPlace } from '@closingwire/contracts/notifications';
import { type Block, facts } from '../domain/mail-content.ts';

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
