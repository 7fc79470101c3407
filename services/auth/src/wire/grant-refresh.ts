import { contextOf } from '@closingwire/chassis/handlers';
import { z } from 'zod';
import { bodyOf, text } from './body.ts';
import type { Grant } from './grant.ts';
import { withUser } from './session-reply.ts';
import type { Wire } from './wire.ts';
import { invalid } from './wire-error.ts';

const refreshBody = z.object({ refresh_token: text });

/** Ours are 43 characters of base64url; twelve is what other servers of the protocol issue. */
const couldBeToken = (token: string) => /^([\w-]{43}|[a-z\d]{12})$/.test(token);

export function refreshGrant({ pg, sessions }: Wire): Grant {
  return async req => {
    const { refresh_token: token } = bodyOf(req, refreshBody);
    if (!couldBeToken(token)) throw invalid('Refresh token is not valid');
    const { tokens, userId } = await sessions.refresh(token, contextOf(req).request);
    return pg.transaction(tx => withUser(tx, tokens, userId));
  };
}
