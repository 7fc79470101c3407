import type { AccessClaims } from '@closingwire/contracts/access-token';
import { authenticatorName } from '../../product/authenticator.ts';

/** An authenticator that can give the code. */
export type ChallengedFactor = { id: string; name: string };

export type Challenge = readonly [ChallengedFactor, ...ChallengedFactor[]];

type Factor = { id: string; status: string; friendly_name?: string };
type Description = { access_token: string; user: { factors?: Factor[] } };

/** Read without the contract's schema, which would bring zod to every page of auth. */
function claimsOf(token: string): Partial<AccessClaims> {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), c =>
      c.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

/** The authenticators that a session waits for, which has seen the password only; null when it waits for none. */
export function pendingChallenge(session: Description | null): Challenge | null {
  if (!session || !claimsOf(session.access_token).app_metadata?.awaits_second_factor) return null;
  const [first, ...others] = (session.user.factors ?? [])
    .filter(factor => factor.status === 'verified')
    .map(factor => ({ id: factor.id, name: authenticatorName(factor) }));
  return first ? [first, ...others] : null;
}
