import type { User } from '@closingwire/contracts/screen-api';

/** The user's name, else their address, else a placeholder. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email || 'Unnamed user';
