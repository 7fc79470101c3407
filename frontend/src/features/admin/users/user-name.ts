import type { User } from '@closingwire/contracts/user';

/** What the page calls a person: their name, else their address, else that they have none. */
export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email || 'Unnamed person';
}
