import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { Request } from 'express';
import { z } from 'zod';
import { useToken as useMailedToken } from '../flows/use-token.ts';
import { issueAuthCode } from '../tokens/flow-states.ts';
import { lockByCode, lockBySecret } from '../tokens/store.ts';
import { type MailedToken, PKCE_PREFIX, type Purpose } from '../tokens/token.ts';
import type { LockedUser } from '../users/store.ts';
import { bodyOf, emailFrom, field, queryText, refuseBadPhone } from './input.ts';
import { codeRedirect, errorRedirect, messageRedirect, redirectOf, sessionRedirect } from './redirect.ts';
import { signIn } from './user-view.ts';
import { type Handler, invalid, toWireError, type Wire, WireError } from './wire.ts';

const purposes: Record<string, readonly Purpose[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['confirmation', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
};

/** Returns the token purposes that match a type of the protocol; undefined for an unknown type. */
function purposesOf(type: string): readonly Purpose[] | undefined {
  return Object.hasOwn(purposes, type) ? purposes[type] : undefined;
}

/** A link's token, or an address with the code that was mailed to it. */
type Proof = { type: string } & ({ token: string } | { email: string; code: string });

export type Used =
  | { outcome: 'signed-in'; user: LockedUser; flowStateId: string | null }
  | { outcome: 'half' };

const expired = (proof: Proof) =>
  new WireError(
    403,
    'otp_expired',
    'token' in proof ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  );

function lockToken(
  { hashCode }: Wire,
  tx: Tx,
  proof: Proof,
  purposes: readonly Purpose[],
): Promise<MailedToken | undefined> {
  if (!('token' in proof)) {
    const { email: address, code } = proof;
    return lockByCode(tx, hashCode(address, code), { address, purposes });
  }
  const secret = proof.token.startsWith(PKCE_PREFIX) ? proof.token.slice(PKCE_PREFIX.length) : proof.token;
  return lockBySecret(tx, secret, purposes);
}

/** Uses up a mailed token and performs its purpose, or throws. */
async function useToken(wire: Wire, tx: Tx, proof: Proof, client: RequestOrigin): Promise<Used> {
  const purposes = purposesOf(proof.type);
  if (!purposes) throw invalid('Invalid email verification type');
  const token = await lockToken(wire, tx, proof, purposes);
  const outcome = await useMailedToken(tx, token, { mails: wire.mails, now: wire.clock(), client });
  switch (outcome.state) {
    case 'valid':
      return {
        outcome: 'signed-in',
        user: outcome.user,
        flowStateId: token?.flowStateId ?? null,
      };
    case 'half':
      return { outcome: 'half' };
    case 'banned':
      throw new WireError(403, 'user_banned', 'User is banned');
    default:
      throw expired(proof);
  }
}

const HALF_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const verifyBody = z.object({
  type: field.text,
  token: field.text,
  token_hash: field.text,
  email: field.text,
  phone: field.text,
  redirect_to: field.text,
});

const noSuchCode = () => new WireError(403, 'otp_expired', 'Token has expired or is invalid');

function readProof(req: Request): Proof {
  const { type, token, token_hash: hash, email, phone, redirect_to } = bodyOf(req, verifyBody);
  if (type === '') throw invalid('Verify requires a verification type');
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash');
  if (hash) {
    if (email || phone || redirect_to) throw invalid('Only the token_hash and type should be provided');
    return { type, token: hash };
  }
  if ((email === '') === (phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  if (phone) {
    refuseBadPhone(phone);
    // This server sends no codes to phones.
    throw noSuchCode();
  }
  return { type, email: emailFrom(email), code: token };
}

/** Signs in with a mailed code or the token of a link. */
export const verify: Handler = async (wire, req, res) => {
  const proof = readProof(req);
  const { request: client, responseHeaders } = contextOf(req);
  const who = { account: 'email' in proof ? proof.email : '', ip: client.ip };
  const limit = 'email' in proof ? wire.limits.code : wire.limits.link;
  await limit.count(who, responseHeaders);
  const reply = await wire.pg.transaction(async tx => {
    const used = await useToken(wire, tx, proof, client);
    if (used.outcome === 'half') return undefined;
    return signIn(wire, tx, { user: used.user, method: 'otp', client });
  });
  await limit.forgive(who);
  res.set('Cache-Control', 'no-store').json(reply ?? { msg: HALF_MESSAGE, code: '200' });
};

const linkBody = z.object({ token: field.text, type: field.text, redirect_to: field.text });

type Link = { token: string; type: string; target: string; isPkce: boolean };

async function open(
  wire: Wire,
  tx: Tx,
  { token, type, target, isPkce }: Link,
  client: RequestOrigin,
): Promise<string> {
  const used = await useToken(wire, tx, { type, token }, client);
  if (used.outcome === 'half') return messageRedirect(target, HALF_MESSAGE, isPkce);
  if (isPkce) {
    if (!used.flowStateId)
      throw new WireError(400, 'flow_state_not_found', 'No associated flow state found.');
    return codeRedirect(target, await issueAuthCode(tx, used.flowStateId, wire.clock()));
  }
  const session = await signIn(wire, tx, { user: used.user, method: 'otp', client });
  return sessionRedirect(target, session, type);
}

type Given = { token: string; type: string; redirect_to: string };

/**
 * Handles the protocol's own links, and the button on the page of our mailed links. Both use up the token. They return
 * the redirect target, with a session, a code, a message or an error.
 */
async function locationOf(wire: Wire, req: Request, { token, type, redirect_to }: Given): Promise<string> {
  if (!type) throw invalid('Verify requires a verification type');
  if (!token) throw invalid('Verify requires a token or a token hash');
  const target = redirectOf(wire, req, redirect_to);
  const isPkce = token.startsWith(PKCE_PREFIX);
  const { request: client, responseHeaders } = contextOf(req);
  const who = { account: '', ip: client.ip };
  try {
    await wire.limits.link.count(who, responseHeaders);
    const location = await wire.pg.transaction(tx => open(wire, tx, { token, type, target, isPkce }, client));
    await wire.limits.link.forgive(who);
    return location;
  } catch (error) {
    const refusal = toWireError(error);
    if (refusal.status >= 500) throw error;
    return errorRedirect(target, refusal, isPkce);
  }
}

const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

export const followLink: Handler = async (wire, req, res) => {
  const [token, type] = [queryText(req, 'token'), queryText(req, 'type')];
  const given = { token, type, redirect_to: queryText(req, 'redirect_to') };
  res
    .set({ ...headers, Location: await locationOf(wire, req, given) })
    .status(303)
    .end();
};

/**
 * Not in the protocol: a page cannot read the target of a redirect. The token is in the body, so proxies do not log it.
 */
export const pressLink: Handler = async (wire, req, res) => {
  res.set(headers).json({ location: await locationOf(wire, req, bodyOf(req, linkBody)) });
};
