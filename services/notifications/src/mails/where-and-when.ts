import type { UserPlace } from '@closingwire/contracts/notifications-api';
import { type Block, facts } from '../domain/mail-content.ts';

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** From where and when somebody did something to an account; the time alone when an administrator did it. */
export const whereAndWhen = (from: UserPlace | undefined, at: string): Block =>
  facts({
    ...(from && { Browser: from.device, 'Network address': from.address }),
    Time: `${when.format(new Date(at))} UTC`,
  });
