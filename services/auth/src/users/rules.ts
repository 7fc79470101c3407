import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@closingwire/chassis/app-error';
import { type ProfileField, profileClaims, toProfileClaims } from '@closingwire/contracts/access-token';
import { type AuditChange, type ChangedField, changeOf } from '@closingwire/contracts/audit';
import type { userDetails } from '@closingwire/contracts/auth';
import type { company, profile } from '@closingwire/contracts/user';
import type { z } from 'zod';
import type { UserPatch } from './store.ts';
import type { UserRow } from './user.ts';

type ProfileForm = Omit<z.output<typeof profile>, 'email'>;
type Details = Omit<z.output<typeof userDetails>, 'trialDays' | 'email'>;
type StatusChange = { status?: UserRow['status'] | undefined; isAdmin?: boolean | undefined };

/** A change to a user, and the event that publishes it. */
export type Change = { fields: UserPatch; event: 'registered' | 'updated' | 'suspended' | 'reinstated' };

const updated = (fields: Change['fields']): Change => ({ fields, event: 'updated' });

/** The form has no email address: it changes by mailed links only. */
export function changeProfile({ phone, ...fields }: ProfileForm): Change {
  return updated({ ...fields, contactPhone: phone });
}

export function changePreferences(fields: { emailNotifications: boolean }): Change {
  return updated(fields);
}

/** Users choose the industry once, because claims on ZIPs depend on it; afterwards only an admin changes it. */
export function chooseCompany({ industry }: UserRow, fields: z.output<typeof company>): Change {
  if (industry === '') return updated(fields);
  const text = 'Your industry is set already. Contact support to change it.';
  throw new AppError('conflict', 'industry_set', text);
}

/** An admin's change of everything except the address. Absent fields stay. */
export function changeDetails({ phone, ...details }: Details): Change {
  return updated({ ...details, contactPhone: phone });
}

export function changeStatus(user: UserRow, change: StatusChange): Change {
  const status = change.status ?? user.status;
  const isAdmin = change.isAdmin ?? user.isAdmin;
  if (status === user.status) return updated({ isAdmin });
  return { fields: { status, isAdmin }, event: status === 'suspended' ? 'suspended' : 'reinstated' };
}

/** Returns true if the change would end the user's admin role. */
export function endsAdmin({ isAdmin }: Pick<UserRow, 'isAdmin'>, change: StatusChange): boolean {
  return isAdmin && (change.status === 'suspended' || change.isAdmin === false);
}

type Proposal = { actorId: string; userId: string; change: StatusChange; takesLastAdmin: boolean };

/** Throws `conflict` if an admin suspends themselves or the last active admin is lost. */
export function checkStatusChange({ actorId, userId, change, takesLastAdmin }: Proposal): void {
  if (change.status === 'suspended' && userId === actorId) {
    throw new AppError('conflict', 'own_suspension', 'You cannot suspend your own account');
  }
  if (takesLastAdmin) {
    throw new AppError(
      'conflict',
      'last_admin',
      'This is the only active admin. Make another user an admin first',
    );
  }
}

const minute = (at: Date | null) => at && `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Fields whose values the audit log may store. Changes of the address have their own entry. */
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

/** Fields for which the audit log only stores that they changed. */
const named: [ChangedField, (user: UserRow) => unknown][] = [
  ['firstName', user => user.firstName],
  ['lastName', user => user.lastName],
  ['phone', user => user.contactPhone],
  ['companyName', user => user.companyName],
  ['metadata', user => [user.userMetadata, user.appMetadata]],
];

/** Returns the changes for the audit log. */
export function changesBetween(before: UserRow, after: UserRow): AuditChange[] {
  return [
    ...valued
      .filter(([, of]) => of(before) !== of(after))
      .map(([field, of]) => changeOf(field, of(before), of(after))),
    ...named.filter(([, of]) => !isDeepStrictEqual(of(before), of(after))).map(([field]) => changeOf(field)),
  ];
}

type Metadata = Record<string, unknown>;

type Profile = Record<ProfileField, string>;

const MAX_LENGTH = 200;

/** A null in the update removes its key. */
export function mergeMetadata(before: Metadata, update: Metadata): Metadata {
  const merged = Object.entries({ ...before, ...update }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}

/** Returns the profile fields in a client's metadata. Metadata can set nothing else of the account. */
export function profileIn(update: Metadata): Partial<Profile> {
  const fields = Object.entries(profileClaims).flatMap(([key, field]) => {
    const value = update[key];
    if (value === null) return [[field, '']];
    return typeof value === 'string' ? [[field, value.trim().slice(0, MAX_LENGTH)]] : [];
  });
  return Object.fromEntries(fields);
}

/** Returns the stored metadata with the present profile, for clients. */
export function shownMetadata(stored: Metadata, profile: Profile): Metadata {
  return { ...stored, ...toProfileClaims(profile) };
}

/** Returns the entries about identities in `app_metadata`; none for anonymous users. */
export function providerMetadata(providers: readonly string[]): Metadata {
  const [provider] = providers;
  return provider === undefined ? {} : { provider, providers };
}
