import { until } from '@closingwire/chassis/testing';
import { z } from 'zod';

const entry = z.object({
  id: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().default(''),
  headers: z.record(z.string(), z.unknown()),
  /** Arrival time. */
  time: z.string(),
  /** Missing if the connection broke: the inbox keeps the beginning of such an email. */
  to: z.array(z.object({ address: z.string() })).default([]),
});
export type SunkMail = z.output<typeof entry>;

async function mails(mailApiUrl: string, query = ''): Promise<SunkMail[]> {
  const reply = await fetch(`${mailApiUrl}/email${query}`);
  return z.array(entry).parse(await reply.json());
}

/** Returns the whole inbox; some journeys fill it with megabytes. */
export const allMails = (mailApiUrl: string): Promise<SunkMail[]> => mails(mailApiUrl);

/** Returns emails to this address, ignoring case, oldest first. */
export async function mailsTo(mailApiUrl: string, address: string): Promise<SunkMail[]> {
  const lowerCase = address.toLowerCase();
  const spellings = [...new Set([lowerCase, address])];
  const found = await Promise.all(
    spellings.map(spelling => mails(mailApiUrl, `?to.address=${encodeURIComponent(spelling)}`)),
  );
  const isTo = ({ to }: SunkMail) => to.some(each => each.address.toLowerCase() === lowerCase);
  return found
    .flat()
    .filter(isTo)
    .toSorted((a, b) => a.time.localeCompare(b.time));
}

/** Waits for the first email to this address with a matching subject. */
export function mailAbout(
  mailApiUrl: string,
  address: string,
  subject: RegExp,
  timeoutMs = 30_000,
): Promise<SunkMail> {
  const find = async () => (await mailsTo(mailApiUrl, address)).find(mail => subject.test(mail.subject));
  return until(find, { timeoutMs, everyMs: 50 });
}

/** Returns the email's first link to this path; throws if it has none. */
export function linkIn(mail: SunkMail, path: string): string {
  const link = new RegExp(`https?://[^\\s<>"]*${path}[^\\s<>"]*`).exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`No link to ${path} in '${mail.subject}'`);
  return link;
}
