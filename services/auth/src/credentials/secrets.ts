import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A new secret of 256 random bits, fit for a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What every key of the partner API begins with. */
const KEY_MARK = 'cw_';

/** A new key of the partner API, and the part by which its owner recognises it. */
export function newApiKey(): { key: string; prefix: string } {
  const key = KEY_MARK + newSecret();
  return { key, prefix: key.slice(0, 11) };
}

/** What is stored of a secret. */
export function fingerprint(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Makes refresh tokens from their parents, so that the holder of a parent can be given the same child again
 * although only its fingerprint is stored. It takes the parent, the stored nonce and the service's secret.
 */
export function refreshTokenDeriver(serviceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'closingwire refresh tokens', 32));
  return (parent: string, nonce: Buffer): string =>
    createHmac('sha256', key).update(nonce).update(parent).digest('base64url');
}
export type DeriveRefreshToken = ReturnType<typeof refreshTokenDeriver>;

/** What is stored of a short code and the address it was sent to: keyed, because few digits are soon guessed. */
export function codeHasher(serviceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', 'closingwire one-time codes', 32));
  return (address: string, code: string): Buffer =>
    createHmac('sha256', key).update(address).update('\0').update(code).digest();
}

/** Compares two secrets in a time that shows nothing of them. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(fingerprint(a), fingerprint(b));
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type SecretBox = { seal(text: string): string; open(sealed: string): string };

/** Encrypts what must be read again (AES-256-GCM), with a key of its own for each purpose. `open` throws for what another key sealed. */
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
