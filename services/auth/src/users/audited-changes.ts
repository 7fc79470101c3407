import { isDeepStrictEqual } from 'node:util';
import { type AuditChange, type ChangedField, changeOf } from '@closingwire/contracts/audit';
import type { UserRow } from './user.ts';

const minute = (at: Date | null) => at && `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Fields whose values the audit log may hold; an address has an entry of its own. */
const valued: [ChangedField, (user: UserRow) => string | boolean | null][] = [
  ['status', user => user.status],
  ['isAdmin', user => user.isAdmin],
  ['role', user => user.role],
  ['bannedUntil', user => minute(user.bannedUntil)],
  ['isEmailConfirmed', user => user.emailConfirmedAt !== null],
  ['industry', user => user.industry || null],
  ['teamSize', user => user.teamSize || null],
  ['emailNotifications', user => user.emailNotifications],
];

/** Fields of which it says no more than that they changed. */
const named: [ChangedField, (user: UserRow) => unknown][] = [
  ['firstName', user => user.firstName],
  ['lastName', user => user.lastName],
  ['phone', user => user.contactPhone],
  ['companyName', user => user.companyName],
  ['metadata', user => [user.userMetadata, user.appMetadata]],
];

/** What the audit log says of a change to a user. */
export function changesBetween(before: UserRow, after: UserRow): AuditChange[] {
  return [
    ...valued
      .filter(([, of]) => of(before) !== of(after))
      .map(([field, of]) => changeOf(field, of(before), of(after))),
    ...named.filter(([, of]) => !isDeepStrictEqual(of(before), of(after))).map(([field]) => changeOf(field)),
  ];
}
