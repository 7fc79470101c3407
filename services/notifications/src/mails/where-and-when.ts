import { type Block, facts } from '../domain/mail-content.ts';

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

type Origin = { device?: string | undefined; address?: string | undefined; at: string };

/** From where and when somebody did something to an account; the time alone when an administrator did it. */
export function whereAndWhen({ device, address, at }: Origin): Block {
  return facts({
    ...(device && { Browser: device }),
    ...(address && { 'Network address': address }),
    Time: `${when.format(new Date(at))} UTC`,
  });
}
