import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { SecretBox } from '@closingwire/chassis/secret-box';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { privateJwks } from './private-jwks.ts';

const DEFAULT_ALG = 'ES256';

/** A key without its private half only verifies. */
export type KeyPair = { kid: string; alg: string; privateJwk: JWK | undefined; publicJwk: JWK };
/** `private_jwk` is `{ sealed }`, encrypted with the service secret; keys of earlier versions are plain. */
type StoredKey = {
  kid: string;
  alg: string;
  private_jwk: object;
  public_jwk: JWK;
  retired_at: Date | null;
};

/** The public members of an RSA or EC key. */
const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;

const algOf: Record<string, string> = { EC: 'ES256', RSA: 'RS256' };
const maySign = ({ key_ops: uses }: JWK) => uses === undefined || uses.includes('sign');

/** Reads keys from the settings: one private JWK, a list, or a key set. The first one that may sign comes first. */
export async function givenKeys(json: string): Promise<KeyPair[]> {
  const jwks = privateJwks.parse(json);
  const inOrder = [...jwks.filter(maySign), ...jwks.filter(jwk => !maySign(jwk))];
  return Promise.all(
    // WebCrypto refuses private keys whose `key_ops` have more than `sign`.
    inOrder.map(async ({ key_ops: _, ...jwk }) => {
      const alg = jwk.alg ?? algOf[jwk.kty ?? ''] ?? DEFAULT_ALG;
      const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
      const bare = Object.fromEntries(publicMembers.flatMap(name => (jwk[name] ? [[name, jwk[name]]] : [])));
      return { kid, alg, privateJwk: jwk, publicJwk: { ...bare, kid, alg, use: 'sig' } as JWK };
    }),
  );
}

const sealedKey = z.object({ sealed: z.string() });

/** Returns the private half, or undefined if another service secret sealed it. */
function unseal(stored: StoredKey['private_jwk'], box: SecretBox): JWK | undefined {
  const sealed = sealedKey.safeParse(stored).data?.sealed;
  if (sealed === undefined) return stored as JWK;
  try {
    return JSON.parse(box.open(sealed)) as JWK;
  } catch {
    return undefined;
  }
}

async function insertKey(tx: Tx, box: SecretBox): Promise<void> {
  const pair = await generateKeyPair(DEFAULT_ALG, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealed = box.seal(JSON.stringify(await exportJWK(pair.privateKey)));
  await tx.execute(
    sql`insert into signing_keys (kid, alg, private_jwk, public_jwk)
     values (${kid}, ${DEFAULT_ALG}, ${{ sealed }}, ${{ ...publicJwk, kid, alg: DEFAULT_ALG, use: 'sig' }})`,
  );
}

/** Returns the stored keys, those that may sign first. */
async function loadKeys(tx: Tx, box: SecretBox): Promise<KeyPair[]> {
  const rows = await tx.query<StoredKey>(
    sql`select * from signing_keys order by retired_at desc nulls first, created_at desc`,
  );
  const pairs = rows.map(row => ({
    kid: row.kid,
    alg: row.alg,
    privateJwk: row.retired_at ? undefined : unseal(row.private_jwk, box),
    publicJwk: row.public_jwk,
  }));
  return pairs.toSorted((a, b) => Number(!a.privateJwk) - Number(!b.privateJwk));
}

async function sealOldKeys(tx: Tx, box: SecretBox): Promise<void> {
  const plain = await tx.query<StoredKey>(sql`select * from signing_keys where private_jwk ? 'd'`);
  for (const { kid, private_jwk: jwk } of plain) {
    const sealed = box.seal(JSON.stringify(jwk));
    await tx.execute(sql`update signing_keys set private_jwk = ${{ sealed }} where kid = ${kid}`);
  }
}

/** Returns the stored keys, the signing one first; inserts it if missing. A lock lets concurrent processes agree on one. */
export async function ensureStoredKeys(pg: Pg, box: SecretBox): Promise<KeyPair[]> {
  return pg.transaction(async tx => {
    await tx.query(sql`lock table signing_keys in exclusive mode`);
    await sealOldKeys(tx, box);
    const pairs = await loadKeys(tx, box);
    if (pairs[0]?.privateJwk) return pairs;
    await insertKey(tx, box);
    return loadKeys(tx, box);
  });
}
