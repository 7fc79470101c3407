import type { Pg } from '@closingwire/chassis/pg';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';

const DEFAULT_ALG = 'ES256';

export type KeyPair = { kid: string; alg: string; privateJwk: JWK; publicJwk: JWK };
type StoredKey = { kid: string; alg: string; private_jwk: JWK; public_jwk: JWK; retired_at: Date | null };

/** The members of an RSA or EC key that are no secret. */
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;

const algOf: Record<string, string> = { EC: 'ES256', RSA: 'RS256' };
const privateKey = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  d: z.string(),
  key_ops: z.array(z.string()).optional(),
});
const given = z.union([
  z.object({ keys: z.array(privateKey) }).transform(({ keys }) => keys),
  z.array(privateKey),
  privateKey.transform(key => [key]),
]);

const maySign = ({ key_ops: uses }: JWK) => uses === undefined || uses.includes('sign');

/** Keys from the settings: one private JWK, a list, or a key set. The first signs whose `key_ops` do not forbid it. */
export async function givenKeys(json: string): Promise<KeyPair[]> {
  const jwks = given.parse(JSON.parse(json)) as JWK[];
  const inOrder = [...jwks.filter(maySign), ...jwks.filter(jwk => !maySign(jwk))];
  return Promise.all(
    // WebCrypto imports no private key whose `key_ops` name more than signing.
    inOrder.map(async ({ key_ops: _, ...jwk }) => {
      const alg = jwk.alg ?? algOf[jwk.kty ?? ''] ?? DEFAULT_ALG;
      const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
      const bare = Object.fromEntries(publicMembers.flatMap(name => (jwk[name] ? [[name, jwk[name]]] : [])));
      return { kid, alg, privateJwk: jwk, publicJwk: { ...bare, kid, alg, use: 'sig' } as JWK };
    }),
  );
}

const toPair = (key: StoredKey): KeyPair => ({
  kid: key.kid,
  alg: key.alg,
  privateJwk: key.private_jwk,
  publicJwk: key.public_jwk,
});

/**
 * The stored keys, the one that signs first; makes it when there is none. Processes that boot together wait for
 * one another and agree on one.
 */
export async function ensureStoredKeys(pg: Pg): Promise<KeyPair[]> {
  return pg.transaction(async tx => {
    await tx.query('lock table signing_keys in exclusive mode');
    const load = async () =>
      (
        await tx.query<StoredKey>(
          'select * from signing_keys order by retired_at desc nulls first, created_at desc',
        )
      ).map(toPair);
    const active = await tx.query('select 1 from signing_keys where retired_at is null limit 1');
    if (active.length > 0) return load();
    const pair = await generateKeyPair(DEFAULT_ALG, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    await tx.query('insert into signing_keys (kid, alg, private_jwk, public_jwk) values ($1, $2, $3, $4)', [
      kid,
      DEFAULT_ALG,
      await exportJWK(pair.privateKey),
      { ...publicJwk, kid, alg: DEFAULT_ALG, use: 'sig' },
    ]);
    return load();
  });
}
