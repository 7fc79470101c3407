import { aPerson, type Person, somePassword } from '../../platform/person.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { wireAddress, wireAdmin } from '../../platform/wire-person.ts';
import { untilAnswered } from '../answered.ts';

/** Somebody with a confirmed address. */
export async function aMember(whole: WholeAddresses): Promise<Person> {
  const admin = await wireAdmin(whole);
  const email = wireAddress();
  const { error } = await admin.createUser({ email, password: somePassword, email_confirm: true });
  if (error) throw error;
  return aPerson(whole, email);
}

/** Whether this password opens the account; asks until it is told. */
export async function opens(whole: WholeAddresses, email: string, password: string): Promise<boolean> {
  const stranger = aPerson(whole);
  const outcome = await untilAnswered(() => stranger.call('POST', '/api/auth/signin', { email, password }));
  if (outcome.answered === 'accepted') return true;
  if (outcome.answered === 'refused' && outcome.answer.status !== 429) return false;
  throw new Error(`Expected to be told whether ${email} may come in, got ${JSON.stringify(outcome)}`);
}
