import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

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

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type SecretBox = { seal(text: string): string; open(sealed: string): string };

/** Encrypts with AES-256-GCM and one key per purpose. `open` throws for text that another key sealed. */
export function secretBox(
  serviceSecret: string,
  purpose: 'second factors' | 'signing keys' = 'second factors',
): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', `closingwire ${purpose}`, 32));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
