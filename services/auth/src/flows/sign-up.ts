import { newId } from '@closingwire/chassis/ids';
import { networkOf } from '@closingwire/chassis/network';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { signUp as signUpForm } from '@closingwire/contracts/user';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { fingerprint, isSameSecret, newSecret } from '../credentials/secrets.ts';
import { livePayloads, mergeIntoPayloads, useUpTokens } from '../tokens/store.ts';
import { publishUser, saveEmailIdentity, saveIdentity } from '../users/publish-user.ts';
import { mergeMetadata, profileIn } from '../users/rules.ts';
import * as users from '../users/store.ts';

const profile = signUpForm.omit({ email: true, password: true });
export type Profile = z.output<typeof profile>;

/**
 * The input of a sign-up: the product's form, or the metadata of the wire protocol. It is stored with the confirmation
 * token, so that a mailed link applies only its own sign-up.
 */
const signedUpWith = z.object({
  passwordHash: z.string().nullish(),
  profile: profile.optional(),
  data: z.record(z.string(), z.unknown()).default({}),
  /**
   * Hash of network and browser of a public sign-up. '' if sign-ups from several are pending. Absent for a user whom
   * an operator added.
   */
  from: z.string().optional(),
  /** The Terms of use that the form showed. An acceptance counts with the link of its own sign-up. */
  terms: z
    .object({ version: z.string(), at: z.iso.datetime(), ip: z.string(), userAgent: z.string() })
    .optional(),
  /** Fingerprint of the sign-up cookie of the browser. Clients without the cookie have none. */
  browser: z.string().optional(),
});
export type SignedUpWith = z.input<typeof signedUpWith>;

/** The length of `newSecret`. */
const MARK = /^[\w-]{43}$/;

/** Returns the value for the sign-up cookie. A browser keeps its value, so that all links that it requested work. */
export const browserMark = (known: string | undefined): string =>
  known !== undefined && MARK.test(known) ? known : newSecret();

export const storedMark = (mark: string): string => fingerprint(mark).toString('hex');

/** Returns true if the browser with this mark sent the sign-up itself. */
export function isOfBrowser(payload: unknown, mark: string | undefined): boolean {
  const { browser } = signedUpWith.parse(payload);
  return browser !== undefined && mark !== undefined && isSameSecret(browser, storedMark(mark));
}

export type UserToAdd = SignedUpWith & {
  id?: string;
  email: string;
  /** True stores the metadata as an operator gave it. Otherwise a copy of the address is added. */
  isByAdmin?: boolean;
  now: Date;
};

const columnsOf = ({ phone, ...fields }: Profile) => ({ ...fields, contactPhone: phone });

/** Inserts an unconfirmed user and their identity. Returns undefined if the address is taken. */
export async function addUser(tx: Tx, wanted: UserToAdd): Promise<users.LockedUser | undefined> {
  const { id = newId(), email, passwordHash = null, data = {}, isByAdmin, now } = wanted;
  const copy = { sub: id, email, email_verified: false, phone_verified: false };
  await users.lockAddress(tx, email);
  const isNew = await users.insertUser(tx, {
    id,
    email,
    passwordHash,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: isByAdmin ? data : { ...data, ...copy },
    ...(wanted.profile && columnsOf(wanted.profile)),
    createdAt: now,
  });
  if (!isNew) return undefined;
  await saveIdentity(tx, { userId: id, email, isVerified: false, data: isByAdmin ? {} : data });
  return users.lockUser(tx, id);
}

/**
 * Locks the user of the address, or inserts one. The returned user always has an identity. Returns undefined if a
 * concurrent sign-up took the address and was rolled back.
 */
export async function findOrAddUser(tx: Tx, wanted: UserToAdd): Promise<users.LockedUser | undefined> {
  const { email } = wanted;
  const found =
    (await users.lockUserByEmail(tx, email)) ??
    (await addUser(tx, wanted)) ??
    (await users.lockUserByEmail(tx, email));
  if (!found || found.identities.length > 0) return found;
  const isVerified = found.emailConfirmedAt !== null;
  await saveIdentity(tx, { userId: found.id, email, isVerified, data: {} });
  return users.lockUser(tx, found.id);
}

const originOf = ({ ip, userAgent }: RequestOrigin): string =>
  fingerprint(`${networkOf(ip)} ${userAgent}`).toString('hex');

/**
 * Removes the passwords from all pending sign-ups for the address. Their links still confirm the account, but set no
 * password.
 */
export async function dropWaitingPasswords(tx: Tx, user: users.LockedUser): Promise<void> {
  const waiting = { userId: user.id, purpose: 'confirmation' } as const;
  await mergeIntoPayloads(tx, waiting, 'from', { passwordHash: null, from: '' });
  await users.patchUser(tx, user, { passwordHash: null });
}

/**
 * Returns the payload for the token of a public sign-up. If a sign-up from another network or browser is pending for
 * the address, no link sets a password. The mailbox's owner could not tell which links are theirs.
 */
export async function signUpPayload(
  tx: Tx,
  user: users.LockedUser,
  signedUp: SignedUpWith,
  { client, now }: { client: RequestOrigin; now: Date },
): Promise<SignedUpWith> {
  const from = originOf(client);
  const waiting = await livePayloads(tx, { userId: user.id, purpose: 'confirmation' }, now);
  const origins = waiting.map(payload => signedUpWith.parse(payload).from);
  if (origins.every(origin => origin === undefined || origin === from)) return { ...signedUp, from };
  await dropWaitingPasswords(tx, user);
  return { ...signedUp, passwordHash: null, from: '' };
}

/** Confirms the address of a user and applies their sign-up. */
export async function confirmUser(
  tx: Tx,
  user: users.LockedUser,
  { payload, now, client }: { payload: unknown; now: Date; client: RequestOrigin },
): Promise<users.LockedUser> {
  const { passwordHash = null, profile: form, data, terms, from } = signedUpWith.parse(payload);
  const proof = { sub: user.id, email: user.email, email_verified: true, phone_verified: false };
  await users.patchUser(tx, user, {
    emailConfirmedAt: now,
    passwordHash,
    userMetadata: { ...mergeMetadata(user.userMetadata, data), ...proof },
    ...profileIn(data),
    ...(form && columnsOf(form)),
  });
  // With sign-ups from several browsers pending, nobody knows which of them the mailbox's owner accepted.
  if (terms && from !== '') await users.storeAcceptance(tx, user, { ...terms, at: new Date(terms.at) });
  await saveEmailIdentity(tx, user);
  await useUpTokens(tx, user.id, now);
  await audit(tx, client, { action: 'account-activated', actorId: user.id });
  return publishUser(tx, user, 'registered');
}
