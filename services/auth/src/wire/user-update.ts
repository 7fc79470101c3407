import type { Tx } from '@closingwire/chassis/pg';
import { contextOf } from '@closingwire/chassis/plain-handler';
import type { Request } from 'express';
import { z } from 'zod';
import { audit, type Client } from '../audit.ts';
import { mergeMetadata, profileIn } from '../users/metadata.ts';
import { hasSecondFactor, type WireUser } from '../users/wire-user.ts';
import { findWireUser, lockWireUser, patchUser } from '../users/wire-users.ts';
import { announce } from './announce.ts';
import { type SignedIn, signedIn } from './bearer.ts';
import { bodyOf, challenge, text } from './body.ts';
import { changeEmail, mailEmailChange, refuseTakenEmail } from './email-change.ts';
import type { Endpoint } from './endpoint.ts';
import { type NewPassword, newPasswordFor, savePassword } from './new-password.ts';
import { checkPassword, emailFrom, pkceFrom, refuseBadPhone } from './read-input.ts';
import { redirectOf } from './redirect-of.ts';
import { toWireUser } from './user-view.ts';
import type { Wire, WireSettings } from './wire.ts';
import { WireError } from './wire-error.ts';

const userBody = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  current_password: text,
  nonce: text,
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ...challenge,
});

function readUpdate(req: Request, settings: WireSettings) {
  const body = bodyOf(req, userBody);
  const email = body.email === '' ? undefined : emailFrom(body.email);
  if (body.phone) refuseBadPhone(body.phone);
  if (typeof body.password === 'string') checkPassword(body.password, settings);
  return { ...body, email, password: body.password ?? undefined, pkce: pkceFrom(body) };
}
type Update = ReturnType<typeof readUpdate>;

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

/** What a person changes about herself: password, metadata, and with mailed links the address. */
export function userUpdateEndpoint(wire: Wire): Endpoint {
  async function changeAddress(
    tx: Tx,
    user: WireUser,
    update: Update,
    where: { to: string; client: Client },
  ) {
    const { email, pkce } = update;
    if (email === undefined || email === user.email) return;
    if (user.isAnonymous && wire.settings.autoConfirm) {
      return changeEmail(wire, tx, user, { email, client: where.client });
    }
    await audit(tx, where.client, { action: 'email-change-requested', actorId: user.id });
    await wire.mails.accountChanged(tx, user, 'email-change-asked', where.client);
    await mailEmailChange(wire, tx, user, { newEmail: email, pkce, redirectTo: where.to });
  }

  async function save(tx: Tx, who: SignedIn, update: Update, change: NewPassword | undefined, req: Request) {
    const client = contextOf(req).request;
    const user = await lockWireUser(tx, who.user.id);
    if (!user) throw new WireError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (update.email && update.email !== user.email) await refuseTakenEmail(tx, user.id, update.email);
    if (change) await savePassword(wire, tx, { user, change, sessionId: who.session?.id, client });
    if (update.data) {
      const userMetadata = mergeMetadata(user.userMetadata, update.data);
      await patchUser(tx, user.id, { userMetadata, ...profileIn(update.data) });
      await announce(tx, user.id);
    }
    const before = (await findWireUser(tx, user.id)) ?? user;
    await changeAddress(tx, before, update, { to: redirectOf(wire, req), client });
    return (await findWireUser(tx, user.id)) ?? user;
  }

  return {
    method: 'put',
    path: '/user',
    async handle(req, res) {
      const who = await signedIn(wire, req);
      const update = readUpdate(req, wire.settings);
      refuseForbidden(who, update);
      const { email } = update;
      if (email && email !== who.user.email) {
        await wire.pg.transaction(tx => refuseTakenEmail(tx, who.user.id, email));
      }
      const change = update.password ? await newPasswordFor(wire, who, update) : undefined;
      const user = await wire.pg.transaction(tx => save(tx, who, update, change, req));
      res.json(toWireUser(user));
    },
  };
}
