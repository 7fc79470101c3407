import { until } from '@closingwire/chassis/testing';
import { z } from 'zod';

const entry = z.object({
  id: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().default(''),
  headers: z.record(z.string(), z.unknown()),
  /** The sink keeps the beginning of a mail whose connection was cut, too. */
  to: z.array(z.object({ address: z.string() })).default([]),
});
export type SunkMail = z.output<typeof entry>;

/** Everything in the inbox of the mail sink. */
export async function allMails(mailApiUrl: string): Promise<SunkMail[]> {
  const reply = await fetch(`${mailApiUrl}/email`);
  return z.array(entry).parse(await reply.json());
}

export async function mailsTo(mailApiUrl: string, address: string): Promise<SunkMail[]> {
  const mails = await allMails(mailApiUrl);
  return mails.filter(mail => mail.to.some(to => to.address.toLowerCase() === address.toLowerCase()));
}

/** Waits for the first mail to this address whose subject is like this. */
export function mailAbout(
  mailApiUrl: string,
  address: string,
  subject: RegExp,
  timeoutMs = 30_000,
): Promise<SunkMail> {
  const find = async () => (await mailsTo(mailApiUrl, address)).find(mail => subject.test(mail.subject));
  return until(find, { timeoutMs, everyMs: 50 });
}

/** The one link of a mail to this path. */
export function linkIn(mail: SunkMail, path: string): string {
  const link = new RegExp(`https?://[^\\s<>"]*${path}[^\\s<>"]*`).exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`No link to ${path} in '${mail.subject}'`);
  return link;
}
