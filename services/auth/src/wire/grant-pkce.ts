import { contextOf } from '@closingwire/chassis/handlers';
import { z } from 'zod';
import { auditSignIn } from '../audit.ts';
import { deleteFlowState, lockFlowState } from '../tokens/flow-states.ts';
import { verifierFits } from '../tokens/pkce.ts';
import { isBanned } from '../users/user.ts';
import { bodyOf, text } from './body.ts';
import type { Grant } from './grant.ts';
import { openSession, userOf } from './session-reply.ts';
import type { Wire } from './wire.ts';
import { invalid, WireError } from './wire-error.ts';

const pkceBody = z.object({ auth_code: text, code_verifier: text });
const uuid = z.uuid();

/** Ends a sign-in that began with a challenge. A wrong verifier does not use the code up. */
export function pkceGrant(wire: Wire): Grant {
  const { pg, clock, settings } = wire;
  return async req => {
    const { auth_code: code, code_verifier: verifier } = bodyOf(req, pkceBody);
    if (!code || !verifier) {
      throw invalid('invalid request: both auth code and code verifier should be non-empty');
    }
    const client = contextOf(req).request;
    return pg.transaction(async tx => {
      const flow = uuid.safeParse(code).success ? await lockFlowState(tx, code) : undefined;
      if (!flow?.codeIssuedAt) {
        const unknown = 'invalid flow state, no valid flow state found';
        throw new WireError(404, 'flow_state_not_found', unknown);
      }
      if (clock().getTime() >= flow.codeIssuedAt.getTime() + settings.authCodeLifeSeconds * 1000) {
        throw new WireError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
      }
      if (!verifierFits(flow.challenge, flow.challengeMethod, verifier)) {
        const text = 'code challenge does not match previously saved code verifier';
        throw new WireError(400, 'bad_code_verifier', text);
      }
      const account = await userOf(tx, flow.userId);
      if (isBanned(account, clock())) throw new WireError(400, 'user_banned', 'User is banned');
      await deleteFlowState(tx, flow.id);
      await auditSignIn(tx, client, flow.userId);
      return openSession(wire, tx, { userId: flow.userId, method: flow.method, client });
    });
  };
}
