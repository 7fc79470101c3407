import { contextOf } from '@closingwire/chassis/handlers';
import { newId } from '@closingwire/chassis/ids';
import type { Request } from 'express';
import { Secret } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { deleteFactor, insertChallenge, insertTotpFactor } from '../credentials/factors.ts';
import { unixSeconds } from '../sessions/session.ts';
import { hasSecondFactor, type StoredFactor } from '../users/user.ts';
import { hasFreshProof, lockSignedIn, type SignedIn, signedIn } from './bearer.ts';
import { bodyOf, field, isUuid, pathText } from './input.ts';
import { type Endpoint, invalid, type Wire, WireError } from './wire.ts';

const SECRET_BYTES = 20;
const MOST_FACTORS = 10;
export const CHALLENGE_LIFE_S = 300;
const enrollBody = z.object({ friendly_name: field.text, factor_type: field.text, issuer: field.text });

/**
 * Returns the signed-in user, whose factors the request concerns. Throws for anonymous users: they cannot have
 * factors.
 */
export async function factorOwner(wire: Wire, req: Request): Promise<SignedIn> {
  const who = await signedIn(wire, req);
  if (!who.user.isAnonymous) return who;
  throw new WireError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
}

export function factorOf({ user }: Pick<SignedIn, 'user'>, req: Request): StoredFactor {
  const id = pathText(req, 'factorId');
  if (!isUuid(id)) {
    throw new WireError(404, 'validation_failed', 'factor_id must be an UUID');
  }
  const factor = user.factors.find(candidate => candidate.id === id);
  if (!factor) throw new WireError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

function checkType(type: string): void {
  if (type === 'totp') return;
  if (type === 'phone') {
    throw new WireError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  }
  if (type === 'webauthn') {
    throw new WireError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  throw invalid('factor_type needs to be totp, phone, or webauthn');
}

function checkEnrollment({ settings, clock }: Wire, { user, session }: SignedIn, friendlyName: string): void {
  if (user.factors.some(factor => (factor.friendlyName ?? '') === friendlyName)) {
    const text = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw new WireError(422, 'mfa_factor_name_conflict', text);
  }
  if (user.factors.length >= MOST_FACTORS) {
    const text = 'Maximum number of verified factors reached, unenroll to continue';
    throw new WireError(422, 'too_many_enrolled_mfa_factors', text);
  }
  if (hasSecondFactor(user) && session?.aal !== 'aal2') {
    throw new WireError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
  // A thief of the session could set up a factor, which would lock the owner out even after a reset.
  if (settings.currentPasswordRequired && !hasFreshProof(session, clock())) {
    const text = 'Your last sign-in was more than an hour ago. Sign in again to set up an authenticator.';
    throw new WireError(400, 'reauthentication_needed', text);
  }
}

/** Inserts an authenticator. It counts as a second factor after its first correct code. */
function enrollEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/factors',
    async handle(req, res) {
      const who = await factorOwner(wire, req);
      const body = bodyOf(req, enrollBody);
      checkType(body.factor_type);
      const issuer = body.issuer || new URL(wire.settings.redirects.siteUrl).host;
      const secret = new Secret({ size: SECRET_BYTES });
      const id = newId();
      await wire.pg.transaction(async tx => {
        checkEnrollment(wire, await lockSignedIn(wire, tx, who), body.friendly_name);
        const sealed = wire.box.seal(secret.base32);
        const { friendly_name: friendlyName } = body;
        await insertTotpFactor(tx, { id, userId: who.user.id, friendlyName, secret: sealed });
        await audit(tx, contextOf(req).request, { action: 'factor-enrolled', actorId: who.user.id });
      });
      const uri = totpUri(issuer, who.user.email ?? '', secret.base32);
      res.set('Cache-Control', 'no-store').json({
        id,
        type: 'totp',
        friendly_name: body.friendly_name || undefined,
        totp: { qr_code: renderSVG(uri), secret: secret.base32, uri },
      });
    },
  };
}

/** Returns the URI for authenticator apps, its parameters in the order of the protocol. */
function totpUri(issuer: string, account: string, secret: string): string {
  const query = new URLSearchParams({ algorithm: 'SHA1', digits: '6', issuer, period: '30', secret });
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label.replaceAll('%40', '@')}?${query}`;
}

function challengeEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/factors/:factorId/challenge',
    async handle(req, res) {
      const who = await factorOwner(wire, req);
      const factor = factorOf(who, req);
      const { ip } = contextOf(req).request;
      const [id, createdAt] = [newId(), wire.clock()];
      await wire.pg.transaction(async tx => {
        const held = await lockSignedIn(wire, tx, who);
        await insertChallenge(tx, { id, factorId: factorOf(held, req).id, ip, createdAt });
      });
      res.json({ id, type: factor.factorType, expires_at: unixSeconds(createdAt) + CHALLENGE_LIFE_S });
    },
  };
}

function unenrollEndpoint(wire: Wire): Endpoint {
  return {
    method: 'delete',
    path: '/factors/:factorId',
    async handle(req, res) {
      const who = await factorOwner(wire, req);
      const id = await wire.pg.transaction(async tx => {
        const { user, session } = await lockSignedIn(wire, tx, who);
        const factor = factorOf({ user }, req);
        if (factor.status === 'verified' && session?.aal !== 'aal2') {
          throw new WireError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
        }
        const client = contextOf(req).request;
        await deleteFactor(tx, factor.id);
        await audit(tx, client, { action: 'factor-removed', actorId: user.id });
        if (factor.status === 'verified') {
          await wire.mails.accountChanged(tx, user, 'second-factor-removed', { client });
        }
        return factor.id;
      });
      res.json({ id });
    },
  };
}

export function factorEndpoints(wire: Wire): Endpoint[] {
  return [enrollEndpoint(wire), challengeEndpoint(wire), unenrollEndpoint(wire)];
}
