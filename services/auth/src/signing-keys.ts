import type { Clock } from '@closingwire/chassis/clock';
import type { Part } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import { ACCESS_TOKEN_SECONDS, type AccessClaims, unixSeconds } from './domain/session.ts';

const ALG = 'ES256';
type StoredKey = { kid: string; private_jwk: JWK; public_jwk: JWK; retired_at: Date | null };

export type SigningKeys = {
  part: Part;
  /** The public keys, as published. */
  published(): { keys: JWK[] };
  sign(claims: AccessClaims): Promise<string>;
  verify: JWTVerifyGetKey;
};

/** Makes the first key. Processes that boot together wait for one another and agree on one. */
async function ensureKey(pg: Pg): Promise<StoredKey[]> {
  return pg.transaction(async tx => {
    await tx.query('lock table signing_keys in exclusive mode');
    const load = () => tx.query<StoredKey>('select * from signing_keys order by created_at desc');
    const stored = await load();
    if (stored.some(key => key.retired_at === null)) return stored;
    const pair = await generateKeyPair(ALG, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    await tx.query('insert into signing_keys (kid, alg, private_jwk, public_jwk) values ($1, $2, $3, $4)', [
      kid,
      ALG,
      await exportJWK(pair.privateKey),
      { ...publicJwk, kid, alg: ALG, use: 'sig' },
    ]);
    return load();
  });
}

/** The service's own keys: signs access tokens with the newest, publishes all that still verify. */
export function openSigningKeys({
  pg,
  issuer,
  clock,
}: {
  pg: Pg;
  issuer: string;
  clock: Clock;
}): SigningKeys {
  let loaded: { kid: string; key: Awaited<ReturnType<typeof importJWK>>; keys: JWK[] } | undefined;
  const current = () => {
    if (!loaded) throw new Error('The signing keys are used before they are loaded');
    return loaded;
  };
  return {
    part: {
      name: 'signing keys',
      async start() {
        const stored = await ensureKey(pg);
        const newest = stored.find(key => key.retired_at === null);
        if (!newest) throw new Error('Expected a signing key, found none');
        const key = await importJWK(newest.private_jwk, ALG);
        loaded = { kid: newest.kid, key, keys: stored.map(row => row.public_jwk) };
      },
      stop: async () => {},
    },
    published: () => ({ keys: current().keys }),
    sign(claims) {
      const { kid, key } = current();
      const now = unixSeconds(clock());
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALG, typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },
    verify: (header, token) => createLocalJWKSet({ keys: current().keys })(header, token),
  };
}
