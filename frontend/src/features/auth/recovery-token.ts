/** Our links carry 256 random bits in hex; those of a hosted provider carry a signed token. */
const SECRET = /^[\da-f]{64}$/;

/** Whether the token is of our links, about which the server can be asked. A signed token states its own expiry. */
export const isOurSecret = (token: string): boolean => SECRET.test(token);

/** When the signed token expires, in milliseconds; null when it is no such token. */
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
 * The access token of a recovery link's fragment. Null where it cannot open anything: the type is not recovery, the token
 * is cut short or altered, or it has expired. Whether it was used, only the server knows.
 */
export function recoveryToken(fragment: string, now: Date): string | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = parameters.get('access_token') ?? '';
  if (parameters.get('type') !== 'recovery') return null;
  if (isOurSecret(token)) return token;
  const expiry = expiryOf(token);
  return expiry !== null && expiry > now.getTime() ? token : null;
}
