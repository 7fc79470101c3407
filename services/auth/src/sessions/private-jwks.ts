import { createPrivateKey } from 'node:crypto';
import type { JWK } from 'jose';
import { z } from 'zod';

const privateKey = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  d: z.string(),
  key_ops: z.array(z.string()).optional(),
});
const keys = z.union([
  z.object({ keys: z.array(privateKey) }).transform(set => set.keys),
  z.array(privateKey),
  privateKey.transform(key => [key]),
]);

function keysIn(json: string): JWK[] | undefined {
  try {
    const found = keys.parse(JSON.parse(json)) as JWK[];
    for (const key of found) createPrivateKey({ key, format: 'jwk' });
    return found.length > 0 ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Private keys as text: one JSON Web Key, a list, or a key set. */
export const privateJwks = z.string().transform((json, context) => {
  const found = keysIn(json);
  if (found) return found;
  context.addIssue({ code: 'custom', message: 'private RSA or EC keys as JSON Web Keys' });
  return z.NEVER;
});
