import { hash } from 'node:crypto';
import type { Clock, Part } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { SecretBox } from '@closingwire/chassis/secret-box';
import { ACCESS_AUDIENCE, type AccessClaims } from '@closingwire/contracts/access-token';
import * as jose from 'jose';
import { LRUCache } from 'lru-cache';
import { ensureStoredKeys, givenKeys, type KeyPair } from './key-pairs.ts';
import { unixSeconds } from './session.ts';

/** `isBySecret`: signed with the operator's secret; such a token may have another issuer. */
export type ReadToken = { claims: jose.JWTPayload; isBySecret: boolean };

export type SigningKeys = {
  part: Part;
  /** The public keys, without the shared secret. */
  published(): { keys: jose.JWK[] };
  sign(claims: AccessClaims, lifeSeconds: number): Promise<string>;
  verify: jose.JWTVerifyGetKey;
  /** Verifies a token of one of the keys or the secret. Throws the errors of jose. */
  read(token: string): Promise<ReadToken>;
};

type Options = {
  pg: Pg;
  /** Encrypts the stored private keys. */
  box: SecretBox;
  issuer: string;
  clock: Clock;
  /** Private keys as JSON; without them the service makes one and stores it. */
  given?: string | undefined;
  /** Verifies HS256 tokens, such as the service role's. */
  secret?: string | undefined;
  signWithSecret?: boolean;
};

type Loaded = {
  kid?: string;
  alg: string;
  key: Awaited<ReturnType<typeof jose.importJWK>>;
  keys: jose.JWK[];
  /** Imports each key once. */
  keyOf: ReturnType<typeof jose.createLocalJWKSet>;
};

/** 0 for a token without `exp`, which is therefore not taken from the cache. */
const endOf = ({ claims }: ReadToken) => (claims.exp ?? 0) * 1_000;

/** Signs with the first key (of stored keys, the newest) and publishes all. */
export function openSigningKeys({
  pg,
  box,
  issuer,
  clock,
  given,
  secret,
  signWithSecret,
}: Options): SigningKeys {
  const secretBytes = secret === undefined ? undefined : new TextEncoder().encode(secret);
  // Node verifies signatures in a few threads, so each token is verified once.
  const verified = new LRUCache<string, ReadToken>({ max: 5_000 });
  let loaded: Loaded | undefined;
  const current = () => {
    if (!loaded) throw new Error('Expected loaded signing keys; start their part first');
    return loaded;
  };

  async function load(): Promise<Loaded> {
    const pairs: KeyPair[] = given === undefined ? await ensureStoredKeys(pg, box) : await givenKeys(given);
    const [signer] = pairs;
    if (!signer?.privateJwk) throw new Error('Expected a signing key, found none');
    const keys = pairs.map(({ publicJwk }) => publicJwk);
    const keyOf = jose.createLocalJWKSet({ keys });
    if (signWithSecret && secretBytes) return { alg: 'HS256', key: secretBytes, keys, keyOf };
    return {
      kid: signer.kid,
      alg: signer.alg,
      key: await jose.importJWK(signer.privateJwk, signer.alg),
      keys,
      keyOf,
    };
  }

  const verify: jose.JWTVerifyGetKey = (header, token) => current().keyOf(header, token);

  return {
    part: {
      name: 'signing keys',
      async start() {
        loaded = await load();
      },
      stop: async () => {},
    },
    published: () => ({ keys: current().keys }),
    sign(claims, lifeSeconds) {
      const { kid, alg, key } = current();
      const now = unixSeconds(clock());
      return new jose.SignJWT(claims)
        .setProtectedHeader({ alg, typ: 'JWT', ...(kid && { kid }) })
        .setIssuer(issuer)
        .setAudience(ACCESS_AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + lifeSeconds)
        .sign(key);
    },
    verify,
    async read(token) {
      const fingerprint = hash('sha256', token, 'base64');
      const known = verified.get(fingerprint);
      if (known && endOf(known) > clock().getTime()) return known;
      const algorithms = ['ES256', 'RS256', ...(secretBytes ? ['HS256'] : [])];
      const keyOf: jose.JWTVerifyGetKey = (header, jws) =>
        header.alg === 'HS256' && secretBytes ? secretBytes : verify(header, jws);
      const options = { algorithms, currentDate: clock() };
      const { payload, protectedHeader } = await jose.jwtVerify(token, keyOf, options);
      const read = { claims: payload, isBySecret: protectedHeader.alg === 'HS256' };
      verified.set(fingerprint, read);
      return read;
    },
  };
}
