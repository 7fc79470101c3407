import type { AccessClaims } from '@closingwire/contracts/access-token';
import { authenticatorName } from '../../product/authenticator.ts';

/** An authenticator that can answer the challenge. */
export type ChallengedFactor = { id: string; name: string };

export type Challenge = readonly [ChallengedFactor, ...ChallengedFactor[]];

type Factor = { id: string; status: string; friendly_name?: string };
type Description = { access_token: string; user: { factors?: Factor[] } };

/** Does not use the contract's schema, which would load zod on every page of auth. */
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

/** Returns the authenticators of a session that has passed only the password; null without a pending challenge. */
export function pendingChallenge(session: Description | null): Challenge | null {
  if (!session || !claimsOf(session.access_token).app_metadata?.awaits_second_factor) return null;
  const [first, ...others] = (session.user.factors ?? [])
    .filter(factor => factor.status === 'verified')
    .map(factor => ({ id: factor.id, name: authenticatorName(factor) }));
  return first ? [first, ...others] : null;
}
