import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Returns the hash of a certificate's public key for Chromium's `--ignore-certificate-errors-spki-list`. */
export async function keyHash(file: string): Promise<string> {
  const { publicKey } = new X509Certificate(await readFile(file));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
