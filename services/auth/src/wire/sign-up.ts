import { contextOf } from '@closingwire/chassis/handlers';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { Request } from 'express';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { confirmUser, type SignedUpWith, signUpPayload } from '../flows/sign-up.ts';
import * as users from '../users/store.ts';
import { dummyUser, lookalike, mailConfirmation, userOfAddress } from './address.ts';
import { bodyOf, checkMetadata, checkPassword, emailFrom, field, type PkceGiven, pkceFrom } from './input.ts';
import { isTooSoon } from './mailed-token.ts';
import { redirectOf } from './redirect.ts';
import { openSession, type SessionReply, toWireUser } from './user-view.ts';
import { type Handler, invalid, type Wire, WireError } from './wire.ts';

type ToConfirm = {
  form: SignedUpWith;
  pkce: PkceGiven | undefined;
  redirectTo: string;
  client: RequestOrigin;
};

const signUpBody = z.object({
  email: field.text,
  phone: field.text,
  password: field.text,
  data: field.object,
  ...field.challenge,
});

/** Mails the link of a sign-up, unless the last one was sent too recently. */
async function confirmByMail(
  wire: Wire,
  tx: Tx,
  user: users.LockedUser,
  { form, client, ...link }: ToConfirm,
): Promise<void> {
  const isTooEarly = isTooSoon(wire, user.confirmationSentAt);
  // Runs even if no mail is sent: the pending sign-up may be a stranger's, and its link must then set no password.
  const payload = await signUpPayload(tx, user, form, { client, now: wire.clock() });
  if (isTooEarly) return wire.mails.countUnsent(tx, 'sign-up');
  return mailConfirmation(wire, tx, user, { payload, ...link });
}

async function signUpAnonymously(wire: Wire, req: Request, client: RequestOrigin): Promise<SessionReply> {
  const { data } = bodyOf(req, signUpBody);
  checkMetadata(data);
  const id = newId();
  await wire.limits.signUp.count({ account: id, ip: client.ip }, contextOf(req).responseHeaders);
  const user = { id, email: '', passwordHash: null, isAnonymous: true };
  return wire.pg.transaction(async tx => {
    await users.insertUser(tx, { ...user, userMetadata: data, createdAt: wire.clock() });
    await audit(tx, client, { action: 'sign-up', targetId: id });
    const held = await users.lockUser(tx, id);
    if (!held) throw new Error('Expected the user who was just inserted, found none');
    return openSession(wire, tx, { user: held, method: 'anonymous', client });
  });
}

function readSignUp(wire: Wire, req: Request) {
  const body = bodyOf(req, signUpBody);
  if (body.password === '') throw invalid('Signup requires a valid password');
  checkPassword(body.password, wire.settings);
  checkMetadata(body.data);
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  const pkce = pkceFrom(body);
  if (body.phone) throw new WireError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  return { ...body, pkce, email: emailFrom(body.email), redirectTo: redirectOf(wire, req) };
}

async function confirmNow(
  wire: Wire,
  tx: Tx,
  unproven: users.LockedUser,
  { payload, client }: { payload: object; client: RequestOrigin },
) {
  const user = await confirmUser(tx, unproven, { payload, now: wire.clock(), client });
  const reply = await openSession(wire, tx, { user, method: 'password', client });
  // The protocol omits `confirmed_at` in this reply.
  return { ...reply, user: { ...reply.user, confirmed_at: undefined } };
}

async function signUpByEmail(wire: Wire, req: Request, client: RequestOrigin) {
  const { pg, settings, clock, limits } = wire;
  const { email, password, data, pkce, redirectTo } = readSignUp(wire, req);
  await limits.signUp.count({ account: email, ip: client.ip }, contextOf(req).responseHeaders);
  const passwordHash = await hashPassword(password);
  return pg.transaction(async tx => {
    // Checks the budget for every address, even if no mail is sent to it.
    if (settings.hidesAccounts) await wire.mails.refuseWhenSpent(tx, 'sign-up');
    const begunAt = clock();
    // Locks the address before the search, so that only one of two concurrent sign-ups is new.
    await users.lockAddress(tx, email);
    const isNew = (await users.findUserByEmail(tx, email)) === undefined;
    const user = await userOfAddress(tx, { email, passwordHash, data, now: begunAt });
    await audit(tx, client, { action: 'sign-up', targetId: user.id });
    if (user.emailConfirmedAt && settings.autoConfirm) {
      throw new WireError(422, 'user_already_exists', 'User already registered');
    }
    const form = { passwordHash, data };
    if (settings.autoConfirm) return confirmNow(wire, tx, user, { payload: form, client });
    if (user.emailConfirmedAt) await wire.mails.alreadyRegistered(tx, { email, firstName: user.firstName });
    else await confirmByMail(wire, tx, user, { form, pkce, redirectTo, client });
    const like = { email, data, begunAt };
    // Otherwise a repeated sign-up of a new address would return the same id, and one of an existing account a
    // different id each time.
    if (settings.hidesAccounts && !isNew) return lookalike(tx, like, clock());
    if (user.emailConfirmedAt) return dummyUser(like, clock());
    return toWireUser((await users.findUser(tx, user.id)) ?? user);
  });
}

/** Signs up by email, or anonymously. */
export const signUp: Handler = async (wire, req, res) => {
  const client = contextOf(req).request;
  const { email, phone } = bodyOf(req, signUpBody);
  const isAnonymous = email === '' && phone === '';
  if (isAnonymous && !wire.settings.anonymousSignIns) {
    throw new WireError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (wire.settings.signUpsDisabled) {
    throw new WireError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  res.json(isAnonymous ? await signUpAnonymously(wire, req, client) : await signUpByEmail(wire, req, client));
};
