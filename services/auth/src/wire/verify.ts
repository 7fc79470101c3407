import { contextOf } from '@closingwire/chassis/handlers';
import type { Request } from 'express';
import { z } from 'zod';
import { auditSignIn } from '../audit.ts';
import { bodyOf, text } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { emailFrom, refuseBadPhone } from './read-input.ts';
import { openSession } from './session-reply.ts';
import { HALF_MESSAGE, type Proof, useToken } from './use-token.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
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
    // No code is ever sent to a phone.
    throw noSuchCode();
  }
  return { type, email: emailFrom(email), code: token };
}

/** Signs in with a mailed code, or with the token of a mailed link. */
export function verifyEndpoint(wire: Wire): Endpoint {
  return {
    method: 'post',
    path: '/verify',
    async handle(req, res) {
      const proof = readProof(req);
      const { request: client, responseHeaders } = contextOf(req);
      const who = { account: 'email' in proof ? proof.email : '', ip: client.ip };
      const limit = 'email' in proof ? wire.limits.code : wire.limits.link;
      await limit.count(who, responseHeaders);
      const reply = await wire.pg.transaction(async tx => {
        const used = await useToken(wire, tx, proof, client);
        if (used.outcome === 'half') return undefined;
        await auditSignIn(tx, client, used.userId);
        return openSession(wire, tx, { userId: used.userId, method: 'otp', client });
      });
      await limit.forgive(who);
      res.set('Cache-Control', 'no-store').json(reply ?? { msg: HALF_MESSAGE, code: '200' });
    },
  };
}
