import type { Tx } from '@closingwire/chassis/pg';
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
  await tx.query(
    `insert into flow_states
       (id, user_id, auth_code, code_challenge, code_challenge_method, authentication_method, provider)
     values ($1, $2, $3, $4, $5, $6, 'email')`,
    [flow.id, flow.userId, flow.authCode, flow.challenge, flow.challengeMethod, flow.method],
  );
}

/** Notes that the code goes out now, and returns it. */
export async function issueAuthCode(tx: Tx, id: string, now: Date): Promise<string> {
  const { authCode } = await tx.one<{ authCode: string }>(
    'update flow_states set auth_code_issued_at = $2 where id = $1 returning auth_code as "authCode"',
    [id, now],
  );
  return authCode;
}

/** The flow of a code, held against a second use until the transaction ends. */
export function lockFlowState(tx: Tx, authCode: string): Promise<FlowState | undefined> {
  return tx.maybe<FlowState>(
    `select id, user_id as "userId", auth_code as "authCode", code_challenge as challenge,
       code_challenge_method as "challengeMethod", authentication_method as method,
       auth_code_issued_at as "codeIssuedAt"
     from flow_states where auth_code = $1 and auth_code_issued_at is not null for update`,
    [authCode],
  );
}

export async function deleteFlowState(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from flow_states where id = $1', [id]);
}
