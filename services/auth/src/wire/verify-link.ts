import { contextOf } from '@closingwire/chassis/handlers';
import type { Tx } from '@closingwire/chassis/pg';
import type { Request } from 'express';
import { auditSignIn, type Client } from '../audit.ts';
import { PKCE_PREFIX } from '../tokens/code.ts';
import { issueAuthCode } from '../tokens/flow-states.ts';
import { queryText } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { redirectOf } from './redirect-of.ts';
import { codeRedirect, errorRedirect, messageRedirect, sessionRedirect } from './redirect-url.ts';
import { openSession } from './session-reply.ts';
import { HALF_MESSAGE, useToken } from './use-token.ts';
import type { Wire } from './wire.ts';
import { invalid, toWireError, WireError } from './wire-error.ts';

type Link = { token: string; type: string; target: string; isPkce: boolean };

/** The links in mails: uses the token up and sends the browser on, with a session, a code or an error. */
export function verifyLinkEndpoint(wire: Wire): Endpoint {
  async function open(tx: Tx, { token, type, target, isPkce }: Link, client: Client): Promise<string> {
    const used = await useToken(wire, tx, { type, token }, client);
    if (used.outcome === 'half') return messageRedirect(target, HALF_MESSAGE, isPkce);
    if (isPkce) {
      if (!used.flowStateId)
        throw new WireError(400, 'flow_state_not_found', 'No associated flow state found.');
      return codeRedirect(target, await issueAuthCode(tx, used.flowStateId, wire.clock()));
    }
    await auditSignIn(tx, client, used.userId);
    const session = await openSession(wire, tx, { userId: used.userId, method: 'otp', client });
    return sessionRedirect(target, session, type);
  }

  async function locationOf(req: Request): Promise<string> {
    const [token, type] = [queryText(req, 'token'), queryText(req, 'type')];
    if (!type) throw invalid('Verify requires a verification type');
    if (!token) throw invalid('Verify requires a token or a token hash');
    const target = redirectOf(wire, req);
    const isPkce = token.startsWith(PKCE_PREFIX);
    const { request: client, responseHeaders } = contextOf(req);
    const who = { account: '', ip: client.ip };
    try {
      await wire.limits.link.count(who, responseHeaders);
      const location = await wire.pg.transaction(tx => open(tx, { token, type, target, isPkce }, client));
      await wire.limits.link.forgive(who);
      return location;
    } catch (error) {
      const refusal = toWireError(error);
      if (refusal.status >= 500) throw error;
      return errorRedirect(target, refusal, isPkce);
    }
  }

  return {
    method: 'get',
    path: '/verify',
    async handle(req, res) {
      const location = await locationOf(req);
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', Location: location });
      res.status(303).end();
    },
  };
}
