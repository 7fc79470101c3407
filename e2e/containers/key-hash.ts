import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** The hash of a certificate's public key, as Chromium's `--ignore-certificate-errors-spki-list` takes it. */
export async function keyHash(file: string): Promise<string> {
  const { publicKey } = new X509Certificate(await readFile(file));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
