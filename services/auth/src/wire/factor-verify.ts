import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import {
  type Challenge,
  findChallenge,
  lockFactor,
  passChallenge,
  saveFactorStep,
} from '../credentials/factors.ts';
import { isNetworkOfFactor } from '../sessions/new-device.ts';
import { awaitsSecondFactor, withSecondFactor } from '../sessions/session.ts';
import { endSessionsOf, lockSession, saveFactorOf } from '../sessions/store.ts';
import { lockUser } from '../users/store.ts';
import { type LockedCaller, lockSignedIn, userGone } from './bearer.ts';
import { CHALLENGE_LIFE_S, factorOf, factorOwner } from './factors.ts';
import { bodyOf, field, isUuid } from './input.ts';
import { withUser } from './user-view.ts';
import { type Handler, invalid, type Wire, WireError } from './wire.ts';

const verifyBody = z.object({ challenge_id: field.text, code: field.text });

type Ids = { factor: string; challenge: string };

const STEP_MS = 30_000;

/** Returns the time step of a code: the present one or a neighbor. Returns undefined for a wrong code. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / STEP_MS) + delta;
}

/** Throws if the challenge is unknown, already verified, expired, or was made from another IP address. */
function checkChallenge(challenge: Challenge | undefined, ip: string, wire: Wire): void {
  if (!challenge) {
    const text = 'MFA factor with the provided challenge ID not found';
    throw new WireError(422, 'mfa_factor_not_found', text);
  }
  if (challenge.verifiedAt || challenge.ip !== ip) {
    const text = 'Challenge and verify IP addresses mismatch.';
    throw new WireError(422, 'mfa_ip_address_mismatch', text);
  }
  const end = challenge.createdAt.getTime() + CHALLENGE_LIFE_S * 1000;
  if (wire.clock().getTime() >= end) {
    const text = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
    throw new WireError(422, 'mfa_challenge_expired', text);
  }
}

async function pass(
  wire: Wire,
  tx: Tx,
  { user, session }: LockedCaller,
  { ids, client }: { ids: Ids; client: RequestOrigin },
) {
  const now = wire.clock();
  await passChallenge(tx, { userId: user.id, factorId: ids.factor, challengeId: ids.challenge }, now);
  const held = session && (await lockSession(tx, session.id));
  if (!held) throw new WireError(403, 'session_not_found', 'Session does not exist');
  const raised = withSecondFactor(held, now);
  await saveFactorOf(tx, raised, ids.factor);
  await endSessionsOf(tx, user.id, now, { but: raised.id, onlyAal: 'aal1' });
  await audit(tx, client, { action: 'factor-verified', actorId: user.id, detail: { factor: ids.factor } });
  // The code completes a sign-in. While a user sets up their first factor, the sign-in was complete before, and was
  // audited then.
  if (awaitsSecondFactor(user, held)) await audit(tx, client, { action: 'sign-in', actorId: user.id });
  const after = await lockUser(tx, user.id);
  if (!after) throw userGone();
  return withUser(tx, await wire.sessions.renew(tx, after, raised), user.id);
}

/** Verifies an authenticator code. Raises the session to two factors, and ends the user's sessions with one factor. */
export const verifyFactor: Handler = async (wire, req, res) => {
  const who = await factorOwner(wire, req);
  const { id: factorId } = factorOf(who, req);
  const { challenge_id: challengeId, code } = bodyOf(req, verifyBody);
  if (code === '') throw invalid('Code needs to be non-empty');
  const { request, responseHeaders } = contextOf(req);
  const counted = { account: who.user.id, ip: request.ip };
  await wire.limits.factor.count(counted, responseHeaders);
  const isStrange = !(await isNetworkOfFactor(wire.pg, who.user.id, request));
  if (isStrange) await wire.limits.strangeFactor.count(counted, responseHeaders);
  const reply = await wire.pg.transaction(async tx => {
    const held = await lockSignedIn(wire, tx, who);
    const factor = await lockFactor(tx, held.user.id, factorId);
    const isId = isUuid(challengeId);
    checkChallenge(isId ? await findChallenge(tx, factorId, challengeId) : undefined, request.ip, wire);
    const step = factor && stepOf(wire.box.open(factor.secret), code, wire.clock());
    // A code works once, so that someone who watched the user type it cannot use it again.
    if (step === undefined || step <= (factor?.lastStep ?? 0)) return undefined;
    await saveFactorStep(tx, factorId, step);
    if (factor?.status === 'unverified') {
      await wire.mails.accountChanged(tx, held.user, 'second-factor-added', { client: request });
    }
    const ids = { factor: factorId, challenge: challengeId };
    return pass(wire, tx, held, { ids, client: request });
  });
  if (reply === undefined) {
    const entry = { actorId: who.user.id, detail: { factor: factorId } };
    await audit(wire.pg, request, { action: 'factor-refused', ...entry });
    throw new WireError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  await wire.limits.factor.forgive(counted);
  if (isStrange) await wire.limits.strangeFactor.forgive(counted);
  res.set('Cache-Control', 'no-store').json(reply);
};
