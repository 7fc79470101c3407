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

/** Whether this password opens the account; nobody is told apart from 'no' but by an answer. */
export async function opens(whole: WholeAddresses, email: string, password: string): Promise<boolean> {
  const stranger = aPerson(whole);
  const { answered } = await untilAnswered(() =>
    stranger.call('POST', '/api/auth/signin', { email, password }),
  );
  return answered === 'accepted';
}
