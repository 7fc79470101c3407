import { createHash, timingSafeEqual } from 'node:crypto';
import { sql, type Tx } from '@closingwire/chassis/pg';
import type { MethodName } from '../sessions/session.ts';

export type FlowState = {
  id: string;
  userId: string;
  authCode: string;
  challenge: string;
  challengeMethod: 's256' | 'plain';
  method: MethodName;
  codeIssuedAt: Date | null;
};

export async function insertFlowState(tx: Tx, flow: Omit<FlowState, 'codeIssuedAt'>): Promise<void> {
  await tx.execute(
    sql`insert into flow_states
       (id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, provider)
     values (${flow.id}, ${flow.userId}, ${flow.authCode}, ${flow.challenge}, ${flow.challengeMethod},
       ${flow.method}, 'email')`,
  );
}

/** Returns the code and stores when it was issued. */
export async function issueAuthCode(tx: Tx, id: string, now: Date): Promise<string> {
  const { authCode } = await tx.one<{ authCode: string }>(
    sql`update flow_states set auth_code_issued_at = ${now} where id = ${id}
     returning auth_code as "authCode"`,
  );
  return authCode;
}

/** Returns the user of a code, to be locked before the flow. */
export async function findFlowOwner(tx: Tx, authCode: string): Promise<string | undefined> {
  const flow = await tx.maybe<{ userId: string }>(
    sql`select user_id as "userId" from flow_states
     where auth_code = ${authCode} and auth_code_issued_at is not null`,
  );
  return flow?.userId;
}

/** Locks the flow of a code against a second use. */
export function lockFlowState(tx: Tx, authCode: string): Promise<FlowState | undefined> {
  return tx.maybe<FlowState>(
    sql`select id, user_id as "userId", auth_code as "authCode", code_challenge as challenge,
       code_challenge_method as "challengeMethod", authentication_method as method,
       auth_code_issued_at as "codeIssuedAt"
     from flow_states where auth_code = ${authCode} and auth_code_issued_at is not null for update`,
  );
}

export async function deleteFlowState(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`delete from flow_states where id = ${id}`);
}

/** Deletes the user's unfinished sign-ins. */
export async function deleteFlowStatesOf(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`delete from flow_states where user_id = ${userId}`);
}

const SHORTEST = 43;
const LONGEST = 128;

/** Returns the fault in the two parameters of a PKCE request; undefined if both are valid or both empty. */
export function pkceProblem(challenge: string, method: string): string | undefined {
  if ((challenge === '') !== (method === ''))
    return 'PKCE flow requires code_challenge_method and code_challenge';
  if (challenge === '') return undefined;
  if (challenge.length < SHORTEST || challenge.length > LONGEST) {
    return `code challenge has to be between ${SHORTEST} and ${LONGEST} characters`;
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    return 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes';
  }
  return /^(s256|plain)$/i.test(method) ? undefined : `code challenge method ${method} is not supported`;
}

export function matchesChallenge(challenge: string, method: 's256' | 'plain', verifier: string): boolean {
  const computed = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(computed), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
