import type { User } from '@closingwire/contracts/user';

/** What the page calls a person: her name, else her address, else that she has none. */
export function nameOf({
  firstName,
  lastName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email || 'Unnamed person';
}
