import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { contextOf } from '@closingwire/chassis/plain-handler';
import type { Request } from 'express';
import { z } from 'zod';
import { audit, type Client } from '../audit.ts';
import { hashPassword } from '../credentials/passwords.ts';
import { confirmUser } from '../flows/sign-up.ts';
import { findUser, insertUser } from '../users/store.ts';
import { bodyOf, challenge, object, text } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { isHasty } from './mailed-token.ts';
import { lookalike, mailConfirmation, userOfAddress } from './new-user.ts';
import { checkMetadata, checkPassword, emailFrom, pkceFrom } from './read-input.ts';
import { redirectOf } from './redirect-of.ts';
import { openSession, type SessionReply } from './session-reply.ts';
import { toWireUser } from './user-view.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const signUpBody = z.object({ email: text, phone: text, password: text, data: object, ...challenge });

/** Signing up by e-mail, or without any, as far as the settings allow it. */
export function signUpEndpoint(wire: Wire): Endpoint {
  const { pg, settings, clock, limits } = wire;

  async function signUpAnonymously(req: Request, client: Client): Promise<SessionReply> {
    const { data } = bodyOf(req, signUpBody);
    checkMetadata(data);
    const id = newId();
    await limits.signUp.count({ email: `anonymous ${id}`, ip: client.ip }, contextOf(req).responseHeaders);
    const user = { id, email: '', passwordHash: null, isAnonymous: true };
    return pg.transaction(async tx => {
      await insertUser(tx, { ...user, userMetadata: data, createdAt: clock() });
      await audit(tx, client, { action: 'sign-up', targetId: id });
      return openSession(wire, tx, { userId: id, method: 'anonymous', client });
    });
  }

  function readSignUp(req: Request) {
    const body = bodyOf(req, signUpBody);
    if (body.password === '') throw invalid('Signup requires a valid password');
    checkPassword(body.password, settings);
    checkMetadata(body.data);
    if (body.email && body.phone) {
      throw invalid('Only an email address or phone number should be provided on signup.');
    }
    const pkce = pkceFrom(body);
    if (body.phone) throw new WireError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    return { ...body, pkce, email: emailFrom(body.email), redirectTo: redirectOf(wire, req) };
  }

  async function confirmNow(tx: Tx, userId: string, payload: object, client: Client) {
    const user = await findUser(tx, userId);
    if (user) await confirmUser(tx, user, { payload, now: clock(), client });
    const reply = await openSession(wire, tx, { userId, method: 'password', client });
    // Clients know the confirmation from `email_confirmed_at` here.
    return { ...reply, user: { ...reply.user, confirmed_at: undefined } };
  }

  async function signUp(req: Request, client: Client) {
    const { email, password, data, pkce, redirectTo } = readSignUp(req);
    await limits.signUp.count({ email, ip: client.ip }, contextOf(req).responseHeaders);
    const passwordHash = await hashPassword(password);
    return pg.transaction(async tx => {
      const user = await userOfAddress(tx, { email, passwordHash, data, now: clock() });
      await audit(tx, client, { action: 'sign-up', targetId: user.id });
      if (user.emailConfirmedAt) {
        if (settings.autoConfirm) throw new WireError(422, 'user_already_exists', 'User already registered');
        await wire.mails.alreadyRegistered(tx, { email, firstName: user.firstName });
        return lookalike(email, data, clock());
      }
      const payload = { passwordHash, data };
      if (settings.autoConfirm) return confirmNow(tx, user.id, payload, client);
      if (!isHasty(wire, user.confirmationSentAt)) {
        await mailConfirmation(wire, tx, user, { payload, pkce, redirectTo });
      }
      const after = await findUser(tx, user.id);
      return toWireUser(after ?? user);
    });
  }

  return {
    method: 'post',
    path: '/signup',
    async handle(req, res) {
      const client = contextOf(req).request;
      const { email, phone } = bodyOf(req, signUpBody);
      const isAnonymous = email === '' && phone === '';
      if (isAnonymous && !settings.anonymousSignIns) {
        throw new WireError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
      }
      if (settings.signUpsDisabled) {
        throw new WireError(422, 'signup_disabled', 'Signups not allowed for this instance');
      }
      res.json(isAnonymous ? await signUpAnonymously(req, client) : await signUp(req, client));
    },
  };
}
