import { until } from '@closingwire/chassis/testing';
import { linkIn, mailsTo } from '../../platform/mail-sink.ts';
import type { User } from '../../platform/user.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { untilReplied } from '../verdict.ts';
import { opens } from './credentials.ts';
import { SHORTLY_MS } from './round-workload.ts';

export const NEW_PASSWORD = 'a password that was not forgotten';
export const aboutPassword = (subject: string): boolean => /new password/i.test(subject);

/** Returns the secret of the latest emailed link. */
export async function secretFor(
  { mailApiUrl }: WholeAddresses,
  email: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const find = async () =>
    (await mailsTo(mailApiUrl, email)).findLast(({ subject }) => aboutPassword(subject));
  const mail = await until(find, { timeoutMs, everyMs: 50 }).catch(() => undefined);
  if (mail === undefined) return undefined;
  return (
    new URLSearchParams(new URL(linkIn(mail, '/reset-password')).hash.slice(1)).get('access_token') ?? ''
  );
}

export const choosePassword = (user: User, secret: string) =>
  user.call(
    'POST',
    '/api/auth/update-password',
    { password: NEW_PASSWORD },
    { authorization: `Bearer ${secret}` },
  );

/**
 * Uses the latest link until the new password works. A repeated request may still be sending its email, while the
 * earlier link no longer works.
 */
export async function useNewestLink(whole: WholeAddresses, user: User): Promise<void> {
  const isDone = async () => {
    const secret = await secretFor(whole, user.email, SHORTLY_MS);
    if (secret !== undefined) await untilReplied(() => choosePassword(user, secret));
    return opens(whole, user.email, NEW_PASSWORD);
  };
  await until(isDone, { timeoutMs: 30_000, everyMs: 100 }).catch(() => {});
}

/** Returns the credentials that still work after the new password; expected: none. */
export async function whatStillWorks(whole: WholeAddresses, user: User): Promise<string[]> {
  const secret = (await secretFor(whole, user.email, SHORTLY_MS)) ?? '';
  const again = await untilReplied(() => choosePassword(user, secret));
  const isOldOpen = await opens(whole, user.email, user.password);
  return [
    ...(again.verdict === 'accepted' ? [`${user.email}: the link works twice`] : []),
    ...(isOldOpen ? [`${user.email}: the old password works`] : []),
  ];
}
