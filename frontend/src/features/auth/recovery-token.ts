/**
 * Matches the token of our auth service's recovery links: 256 random bits in hex. A hosted auth provider's links
 * contain a signed token.
 */
const SECRET = /^[\da-f]{64}$/;

/** Returns whether the token is from our links: the server can check it. A signed token contains its expiry. */
export const isOurSecret = (token: string): boolean => SECRET.test(token);

/** Returns the signed token's expiry in milliseconds; null for another token. */
function expiryOf(token: string): number | null {
  const [, payload, signature, ...more] = token.split('.');
  if (!payload || !signature || more.length > 0) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null;
    return typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return null;
  }
}

/**
 * Returns the access token in a recovery link's fragment; null if the type is not recovery, or the token is cut,
 * altered or expired. Only the server knows whether it was used.
 */
export function recoveryToken(fragment: string, now: Date): string | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = parameters.get('access_token') ?? '';
  if (parameters.get('type') !== 'recovery') return null;
  if (isOurSecret(token)) return token;
  const expiry = expiryOf(token);
  return expiry !== null && expiry > now.getTime() ? token : null;
}
