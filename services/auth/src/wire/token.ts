import { contextOf } from '@closingwire/chassis/handlers';
import { z } from 'zod';
import { audit } from '../audit-log/store.ts';
import { weaknessOf } from '../credentials/passwords.ts';
import { type Refusal, signInByPassword } from '../flows/sign-in.ts';
import { endSession, endSessionsOf } from '../sessions/store.ts';
import { deleteFlowState, findFlowOwner, lockFlowState, matchesChallenge } from '../tokens/flow-states.ts';
import { lockUser } from '../users/store.ts';
import { isBanned } from '../users/user.ts';
import { lockSignedIn, signedIn } from './bearer.ts';
import { bodyOf, field, isUuid, queryText } from './input.ts';
import { refusedGrants } from './not-offered.ts';
import { signIn, withUser } from './user-view.ts';
import { type Grant, type Handler, invalid, WireError } from './wire.ts';

const passwordBody = z.object({ email: field.text, phone: field.text, password: field.text });

const texts: Record<Refusal, string> = {
  invalid_credentials: 'Invalid login credentials',
  user_banned: 'User is banned',
  email_not_confirmed: 'Email not confirmed',
};

const passwordGrant: Grant = async (wire, req) => {
  const { email, phone, password } = bodyOf(req, passwordBody);
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone) throw new WireError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw invalid('missing email or phone');
  const { request: client, responseHeaders: headers } = contextOf(req);
  const needs = { ...wire, hidesAccounts: wire.settings.hidesAccounts };
  const outcome = await signInByPassword(needs, { email, password, client, headers }, (tx, user) =>
    signIn(wire, tx, { user, method: 'password', client }),
  );
  if ('refusal' in outcome) throw new WireError(400, outcome.refusal, texts[outcome.refusal]);
  return { ...outcome.opened, weak_password: weaknessOf(password, wire.settings) ?? null };
};

const AUTH_CODE_LIFE_MS = 300_000;
const pkceBody = z.object({ auth_code: field.text, code_verifier: field.text });

/** Completes a PKCE sign-in. A wrong verifier does not use up the code. */
const pkceGrant: Grant = async (wire, req) => {
  const { pg, clock } = wire;
  const { auth_code: code, code_verifier: verifier } = bodyOf(req, pkceBody);
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const client = contextOf(req).request;
  return pg.transaction(async tx => {
    const owner = isUuid(code) ? await findFlowOwner(tx, code) : undefined;
    const user = owner && (await lockUser(tx, owner));
    const flow = user ? await lockFlowState(tx, code) : undefined;
    if (!user || !flow?.codeIssuedAt) {
      const unknown = 'invalid flow state, no valid flow state found';
      throw new WireError(404, 'flow_state_not_found', unknown);
    }
    if (clock().getTime() >= flow.codeIssuedAt.getTime() + AUTH_CODE_LIFE_MS) {
      throw new WireError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    if (!matchesChallenge(flow.challenge, flow.challengeMethod, verifier)) {
      const text = 'code challenge does not match previously saved code verifier';
      throw new WireError(400, 'bad_code_verifier', text);
    }
    if (isBanned(user, clock())) throw new WireError(400, 'user_banned', 'User is banned');
    await deleteFlowState(tx, flow.id);
    return signIn(wire, tx, { user, method: flow.method, client });
  });
};

const refreshBody = z.object({ refresh_token: field.text });

/** Refresh tokens of this server have 43 characters of base64url; those of the hosted provider have 12. */
const couldBeToken = (token: string) => /^([\w-]{43}|[a-z\d]{12})$/.test(token);

const refreshGrant: Grant = async ({ pg, sessions }, req) => {
  const { refresh_token: token } = bodyOf(req, refreshBody);
  if (!couldBeToken(token)) throw invalid('Refresh token is not valid');
  const { tokens, userId } = await sessions.refresh(token, contextOf(req).request);
  return pg.transaction(tx => withUser(tx, tokens, userId));
};

const grants: Record<string, Grant> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
  ...refusedGrants,
};

export const token: Handler = async (wire, req, res) => {
  const type = queryText(req, 'grant_type');
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (!grant) throw new WireError(400, 'invalid_credentials', 'unsupported_grant_type');
  const reply = await grant(wire, req);
  res.set('Cache-Control', 'no-store').json(reply);
};

const scopes = new Set(['global', 'local', 'others']);

export const logout: Handler = async (wire, req, res) => {
  const caller = await signedIn(wire, req);
  const scope = queryText(req, 'scope') || 'global';
  if (!scopes.has(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
  const now = wire.clock();
  await wire.pg.transaction(async tx => {
    const { user, session } = await lockSignedIn(wire, tx, caller);
    await audit(tx, contextOf(req).request, { action: 'sign-out', actorId: user.id, detail: { scope } });
    if (scope === 'local' && session) await endSession(tx, session.id, user.id, now);
    else await endSessionsOf(tx, user.id, now, scope === 'others' ? { but: session?.id } : {});
  });
  res.status(204).end();
};
