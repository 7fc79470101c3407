import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import { fingerprint, newSecret } from '../credentials/secrets.ts';
import { insertOneTimeToken, lockOneTimeToken } from './store.ts';
import { lifeMs, type OneTimeToken } from './token.ts';

type Wanted = Pick<OneTimeToken, 'userId' | 'purpose' | 'relatesTo' | 'payload'>;

const hashOf = (secret: string) => fingerprint(secret).toString('hex');

async function issue(tx: Tx, id: string, wanted: Wanted, now: Date) {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + lifeMs[wanted.purpose]);
  const isNew = await insertOneTimeToken(tx, { ...wanted, id, hash: hashOf(secret), expiresAt });
  return { secret, isNew };
}

/** Makes a token and answers its secret, which is stored nowhere. */
export async function issueOneTimeToken(tx: Tx, wanted: Wanted, now: Date): Promise<string> {
  return (await issue(tx, newId(), wanted, now)).secret;
}

/** Makes the token of this id, for jobs that may run again; undefined when it was made before. */
export async function issueTokenOnce(
  tx: Tx,
  id: string,
  wanted: Wanted,
  now: Date,
): Promise<string | undefined> {
  const { secret, isNew } = await issue(tx, id, wanted, now);
  return isNew ? secret : undefined;
}

/** The token of a secret, held against a second use until the transaction ends. */
export function lockBySecret(tx: Tx, secret: string): Promise<OneTimeToken | undefined> {
  return lockOneTimeToken(tx, hashOf(secret));
}
