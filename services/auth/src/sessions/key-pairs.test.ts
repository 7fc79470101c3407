import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { givenKeys } from './key-pairs.ts';

let rsa: JWK;
let ec: JWK;

beforeAll(async () => {
  const pairs = [
    await generateKeyPair('RS256', { extractable: true }),
    await generateKeyPair('ES256', { extractable: true }),
  ] as const;
  rsa = { ...(await exportJWK(pairs[0].privateKey)), kid: 'rsa' };
  ec = { ...(await exportJWK(pairs[1].privateKey)), kid: 'ec' };
});

const kidsOf = async (given: object) =>
  (await givenKeys(JSON.stringify(given))).map(({ kid, alg }) => `${kid} ${alg}`);

describe('keys from the settings', () => {
  test('may be one key, a list or a set', async () => {
    expect(await kidsOf(ec)).toEqual(['ec ES256']);
    expect(await kidsOf([ec, rsa])).toEqual(['ec ES256', 'rsa RS256']);
    expect(await kidsOf({ keys: [rsa] })).toEqual(['rsa RS256']);
  });

  test('may have both operations', async () => {
    const [pair] = await givenKeys(JSON.stringify({ ...rsa, key_ops: ['sign', 'verify'] }));
    expect(await importJWK(pair?.privateJwk ?? {}, pair?.alg)).toBeDefined();
  });

  test('that only verify come last', async () => {
    expect(
      await kidsOf([
        { ...rsa, key_ops: ['verify'] },
        { ...ec, key_ops: ['sign'] },
      ]),
    ).toEqual(['ec ES256', 'rsa RS256']);
  });

  test('publish no secret member', async () => {
    for (const { publicJwk } of await givenKeys(JSON.stringify([rsa, ec]))) {
      expect(Object.keys(publicJwk)).not.toContain('d');
      expect(Object.keys(publicJwk)).not.toContain('p');
    }
  });
});
