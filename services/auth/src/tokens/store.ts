import { randomBytes } from 'node:crypto';
import { newId } from '@closingwire/chassis/ids';
import { empty, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { fingerprint } from '../credentials/secrets.ts';
import { type MailedToken, newCode, type Purpose } from './token.ts';

const SECRET_BYTES = 32;
/** Most valid tokens of one purpose per user. Repeated requests must not fill the table or a mailbox. */
const MOST_LIVE = 5;

const SELECT = sql`
  select id, user_id as "userId", purpose, address, payload, flow_state_id as "flowStateId",
    expires_at as "expiresAt", used_at as "usedAt"
  from mailed_tokens`;

export type Wanted = Pick<MailedToken, 'userId' | 'purpose' | 'address'> & {
  payload?: object;
  flowStateId?: string | undefined;
  lifeMs: number;
  /** Also makes a code, which users can type instead of opening the link. */
  code?: { digits: number; hash: CodeHash };
};

/** Keyed hash of a code with the address it was sent to. */
export type CodeHash = (address: string, code: string) => Buffer;

/** `secret`: 256 random bits in hex, never stored; `code`: '' without one. */
export type Issued = { secret: string; code: string };

/**
 * Inserts a token. Earlier links stay valid, so that a stranger's request does not void an owner's link. Only the
 * newest code is valid.
 */
export async function issueToken(tx: Tx, wanted: Wanted, now: Date): Promise<Issued> {
  const issued = await issueTokenOnce(tx, newId(), wanted, now);
  if (!issued) throw new Error('Expected an unused token id, got an existing one');
  return issued;
}

/** Inserts a token with this id, for jobs that may be repeated. Returns undefined if it exists. */
export async function issueTokenOnce(
  tx: Tx,
  id: string,
  wanted: Wanted,
  now: Date,
): Promise<Issued | undefined> {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const code = wanted.code ? newCode(wanted.code.digits) : '';
  const codeHash = wanted.code?.hash(wanted.address, code) ?? null;
  const expiresAt = new Date(now.getTime() + wanted.lifeMs);
  const rows = await tx.query(
    sql`insert into mailed_tokens
       (id, user_id, purpose, secret_hash, code_hash, address, payload, flow_state_id, created_at, expires_at)
     values (${id}, ${wanted.userId}, ${wanted.purpose}, ${fingerprint(secret)}, ${codeHash}, ${wanted.address},
       ${wanted.payload ?? {}}, ${wanted.flowStateId ?? null}, ${now}, ${expiresAt})
     on conflict (id) do nothing returning id`,
  );
  if (rows.length === 0) return undefined;
  if (wanted.code) await voidOlderCodes(tx, wanted, id);
  return { secret, code };
}

async function voidOlderCodes(tx: Tx, { userId, purpose }: Wanted, id: string): Promise<void> {
  await tx.execute(
    sql`update mailed_tokens set code_hash = null
     where user_id = ${userId} and purpose = ${purpose} and id <> ${id} and code_hash is not null`,
  );
}

/** Returns true if the user has five valid tokens of this purpose: one more mail would not help. */
export async function hasEnoughTokens(
  tx: Tx,
  { userId, purpose }: Pick<MailedToken, 'userId' | 'purpose'>,
  now: Date,
): Promise<boolean> {
  const { live } = await tx.one<{ live: number }>(
    sql`select count(*)::int as live from mailed_tokens
     where user_id = ${userId} and purpose = ${purpose} and used_at is null and expires_at > ${now}`,
  );
  return live >= MOST_LIVE;
}

/** Locks the user, then the token. Code that issues tokens locks in the same order, so both cannot deadlock. */
async function lockToken(tx: Tx, where: Sql): Promise<MailedToken | undefined> {
  const user = await tx.maybe(
    sql`select 1 from users where id in (select user_id from mailed_tokens where ${where}) for update`,
  );
  if (!user) return undefined;
  return tx.maybe<MailedToken>(sql`${SELECT} where ${where} order by created_at desc limit 1 for update`);
}

/** Locks the token of a link's secret against a second use. Tokens of other purposes do not match. */
export function lockBySecret(
  tx: Tx,
  secret: string,
  purposes: readonly Purpose[],
): Promise<MailedToken | undefined> {
  return lockToken(tx, sql`secret_hash = ${fingerprint(secret)} and purpose = any(${purposes})`);
}

/** Locks the token of a code that was sent to an address. */
export function lockByCode(
  tx: Tx,
  codeHash: Buffer,
  { address, purposes }: { address: string; purposes: readonly Purpose[] },
): Promise<MailedToken | undefined> {
  return lockToken(
    tx,
    sql`address = ${address} and purpose = any(${purposes}) and code_hash = ${codeHash} and used_at is null`,
  );
}

/** Finds the token of a link's secret, without a lock, for any purpose. */
export function findBySecret(pg: Queries, secret: string): Promise<MailedToken | undefined> {
  return pg.maybe<MailedToken>(sql`${SELECT} where secret_hash = ${fingerprint(secret)}`);
}

/** Returns the payload of the newest unused token, expired or not. */
export async function newestPayload(
  pg: Queries,
  { userId, purpose }: Pick<MailedToken, 'userId' | 'purpose'>,
): Promise<object | undefined> {
  const row = await pg.maybe<{ payload: object }>(
    sql`select payload from mailed_tokens where user_id = ${userId} and purpose = ${purpose} and used_at is null
     order by created_at desc limit 1`,
  );
  return row?.payload;
}

/** Returns the payloads of the valid tokens. */
export async function livePayloads(
  pg: Queries,
  { userId, purpose }: Pick<MailedToken, 'userId' | 'purpose'>,
  now: Date,
): Promise<object[]> {
  const rows = await pg.query<{ payload: object }>(
    sql`select payload from mailed_tokens
     where user_id = ${userId} and purpose = ${purpose} and used_at is null and expires_at > ${now}`,
  );
  return rows.map(({ payload }) => payload);
}

/** Merges fields into the payloads of unused tokens whose payload has this key. */
export async function mergeIntoPayloads(
  tx: Tx,
  { userId, purpose }: Pick<MailedToken, 'userId' | 'purpose'>,
  key: string,
  fields: object,
): Promise<void> {
  await tx.execute(
    sql`update mailed_tokens set payload = payload || ${fields}::jsonb
     where user_id = ${userId} and purpose = ${purpose} and used_at is null and payload ? ${key}`,
  );
}

/** Voids the user's unused tokens, of all purposes by default. */
export async function useUpTokens(
  tx: Tx,
  userId: string,
  now: Date,
  purposes?: readonly Purpose[],
): Promise<void> {
  await tx.execute(
    sql`update mailed_tokens set used_at = ${now}, payload = '{}', code_hash = null
     where user_id = ${userId} and used_at is null ${purposes ? sql`and purpose = any(${purposes})` : empty}`,
  );
}
