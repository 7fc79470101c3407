import { type Block, facts } from '../domain/mail-content.ts';

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** From where and when somebody did something to an account. */
export function whereAndWhen({
  device,
  address,
  at,
}: {
  device: string;
  address: string;
  at: string;
}): Block {
  return facts({ Browser: device, 'Network address': address, Time: `${when.format(new Date(at))} UTC` });
}
