import { aVisitor, somePassword, type User } from '../../platform/user.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { wireAddress, wireAdmin } from '../../platform/wire-user.ts';
import { untilReplied } from '../verdict.ts';

/** Returns a user with a confirmed address. */
export async function aMember(whole: WholeAddresses): Promise<User> {
  const admin = await wireAdmin(whole);
  const email = wireAddress();
  const { error } = await admin.createUser({ email, password: somePassword, email_confirm: true });
  if (error) throw error;
  return aVisitor(whole, email);
}

/** Returns whether the password signs in; retries until there is a reply. */
export async function opens(whole: WholeAddresses, email: string, password: string): Promise<boolean> {
  const stranger = aVisitor(whole);
  const outcome = await untilReplied(() => stranger.call('POST', '/api/auth/signin', { email, password }));
  if (outcome.verdict === 'accepted') return true;
  if (outcome.verdict === 'refused' && outcome.answer.status !== 429) return false;
  throw new Error(`Expected to be told whether ${email} may come in, got ${JSON.stringify(outcome)}`);
}
