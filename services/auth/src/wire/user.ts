import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { Request } from 'express';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import type { CheckedPassword } from '../credentials/passwords.ts';
import { changeEmail } from '../flows/change-email.ts';
import { useNonce } from '../flows/reauthenticate.ts';
import { publishUser } from '../users/publish-user.ts';
import { mergeMetadata, profileIn } from '../users/rules.ts';
import { findUser, type LockedUser, lockUser, patchUser } from '../users/store.ts';
import { hasSecondFactor, type User } from '../users/user.ts';
import { claimFreeEmail, mailEmailChange, refuseTakenEmail } from './address.ts';
import { lockSignedIn, type SignedIn, signedIn } from './bearer.ts';
import { bodyOf, checkMetadata, checkPassword, emailFrom, field, pkceFrom, refuseBadPhone } from './input.ts';
import { refuseTooSoon } from './mailed-token.ts';
import {
  currentForMove,
  type NewPassword,
  newPasswordFor,
  PasswordReplaced,
  requireProofOfMove,
  savePassword,
} from './new-password.ts';
import { redirectOf } from './redirect.ts';
import { toWireUser } from './user-view.ts';
import { type Handler, type Wire, WireError, type WireSettings } from './wire.ts';

export const showOwnUser: Handler = async (wire, req, res) => {
  const { user } = await signedIn(wire, req);
  res.set('Cache-Control', 'no-store').json(toWireUser(user));
};

const userBody = z.object({
  email: field.text,
  phone: field.text,
  password: z.string().nullish(),
  current_password: field.text,
  nonce: field.text,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ...field.challenge,
});

function readUpdate(req: Request, settings: WireSettings) {
  const body = bodyOf(req, userBody);
  const email = body.email === '' ? undefined : emailFrom(body.email);
  if (body.phone) refuseBadPhone(body.phone);
  if (typeof body.password === 'string') checkPassword(body.password, settings);
  return { ...body, email, password: body.password ?? undefined, pkce: pkceFrom(body) };
}
type Update = ReturnType<typeof readUpdate>;

const badNonce = () => new WireError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

/** Returns the requested address if it differs from the user's. */
const movesTo = (user: User, { email }: Pick<Update, 'email'>) => (email === user.email ? undefined : email);

function refuseForbidden({ user, session }: SignedIn, update: Update): void {
  if (update.app_metadata) {
    throw new WireError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const changesEmail = update.email !== undefined && update.email !== user.email;
  if (hasSecondFactor(user) && session?.aal !== 'aal2' && (update.password || changesEmail || update.phone)) {
    const text = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new WireError(401, 'insufficient_aal', text);
  }
  if (user.isAnonymous && update.password && !update.email && !update.phone) {
    const text = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new WireError(422, 'validation_failed', text);
  }
  if (update.phone) throw new WireError(400, 'phone_provider_disabled', 'Phone logins are disabled');
}

async function takeNonce(wire: Wire, tx: Tx, user: LockedUser, nonce: string): Promise<void> {
  const given = { nonce, hashCode: wire.hashCode, now: wire.clock() };
  if (!(await useNonce(tx, user, given))) throw badNonce();
}

async function changeAddress(
  wire: Wire,
  tx: Tx,
  user: LockedUser,
  { email, pkce }: Update,
  { redirectTo, client }: { redirectTo: string; client: RequestOrigin },
): Promise<void> {
  const { settings } = wire;
  if (email === undefined || email === user.email) return;
  if (!settings.hidesAccounts) await refuseTakenEmail(tx, user.id, email);
  if (user.isAnonymous && settings.autoConfirm) {
    await claimFreeEmail(tx, user.id, email);
    await changeEmail(tx, wire.mails, user, { email, now: wire.clock(), client });
    return;
  }
  refuseTooSoon(wire, user.emailChangeSentAt);
  await audit(tx, client, { action: 'email-change-requested', actorId: user.id });
  await wire.mails.accountChanged(tx, user, 'email-change-asked', { client });
  await mailEmailChange(wire, tx, user, { newEmail: email, pkce, redirectTo });
}

type Asked = { who: SignedIn; update: Update; req: Request };
type Checked = { change: NewPassword | undefined; current: CheckedPassword | undefined };

async function save(wire: Wire, tx: Tx, { who, update, req }: Asked, { change, current }: Checked) {
  const client = contextOf(req).request;
  const { user, session } = await lockSignedIn(wire, tx, who);
  refuseForbidden({ user, session }, update);
  if (update.nonce && (change || movesTo(user, update))) await takeNonce(wire, tx, user, update.nonce);
  const proof = { current, nonce: update.nonce };
  if (movesTo(user, update)) await requireProofOfMove(wire, tx, { user, session }, proof);
  if (change) await savePassword(wire, tx, user, { change, exceptSession: session?.id, client });
  if (update.data) {
    const userMetadata = mergeMetadata(user.userMetadata, update.data);
    checkMetadata(userMetadata);
    await patchUser(tx, user, { userMetadata, ...profileIn(update.data) });
    await publishUser(tx, user);
  }
  const before = (await lockUser(tx, user.id)) ?? user;
  await changeAddress(wire, tx, before, update, { redirectTo: redirectOf(wire, req), client });
  return (await findUser(tx, user.id)) ?? user;
}

/** Counts requests that send mail or hash a password, and guesses of a mailed code. */
async function count({ limits }: Wire, { who: { user }, update, req }: Asked): Promise<void> {
  const { email, password, nonce } = update;
  const { request, responseHeaders } = contextOf(req);
  const next = movesTo(user, { email });
  const { ip } = request;
  if (password || next) await limits.change.count({ account: user.id, ip }, responseHeaders);
  if (next) await limits.newAddress.count({ account: next, ip }, responseHeaders);
  if (nonce) await limits.code.count({ account: user.email, ip }, responseHeaders);
}

async function checkAndSave(wire: Wire, asked: Asked): Promise<User> {
  const { who, update, req } = asked;
  const client = contextOf(req).request;
  const change = update.password ? await newPasswordFor(wire, who, update, client) : undefined;
  const given = movesTo(who.user, update) ? update.current_password : '';
  const current = await currentForMove(wire, who, given, client);
  return wire.pg.transaction(tx => save(wire, tx, asked, { change, current }));
}

/** Changes the user's password and metadata. A change of address takes effect through mailed links. */
export const updateOwnUser: Handler = async (wire, req, res) => {
  const { pg, settings } = wire;
  const who = await signedIn(wire, req);
  const update = readUpdate(req, settings);
  refuseForbidden(who, update);
  const { email } = update;
  if (email && email !== who.user.email && !settings.hidesAccounts) {
    await pg.transaction(tx => refuseTakenEmail(tx, who.user.id, email));
  }
  await count(wire, { who, update, req });
  const user = await checkAndSave(wire, { who, update, req }).catch(async error => {
    // A concurrent sign-in may have stored a newer hash of the same password, so check once more.
    if (!(error instanceof PasswordReplaced) || !update.current_password) throw error;
    return checkAndSave(wire, { who: await signedIn(wire, req), update, req });
  });
  res.json(toWireUser(user));
};
