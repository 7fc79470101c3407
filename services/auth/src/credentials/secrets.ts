import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a new key of the partner API; its owner recognizes it by the prefix. */
export function newApiKey(): { key: string; prefix: string } {
  const key = `cw_${newSecret()}`;
  return { key, prefix: key.slice(0, 11) };
}

/** Returns the hash under which a long secret is stored. */
export function fingerprint(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Derives a refresh token from its parent, a stored nonce and the service's secret. So the client with the parent can
 * get the same child again, although only the child's fingerprint is stored.
 */
export function refreshTokenDeriver(serviceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'closingwire refresh tokens', 32));
  return (parent: string, nonce: Buffer): string =>
    createHmac('sha256', key).update(nonce).update(parent).digest('base64url');
}
export type DeriveRefreshToken = ReturnType<typeof refreshTokenDeriver>;

/** Hashes a short code with its address. The hash has a key, because a code of few digits is easily guessed. */
export function codeHasher(serviceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'closingwire one-time codes', 32));
  return (address: string, code: string): Buffer =>
    createHmac('sha256', key).update(address).update('\0').update(code).digest();
}

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(fingerprint(a), fingerprint(b));
}
