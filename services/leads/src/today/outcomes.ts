import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { OutcomeKind } from '@closingwire/contracts/today';
import { currentIdentity, keepIdentities } from '../identity/merge-agents.ts';

export type StoredOutcome = {
  id: string;
  outcome: OutcomeKind;
  note: string | null;
  followUpOn: string | null;
  madeAt: Date;
};

const columns = sql`o.id, o.outcome, o.note, o.follow_up_on::text as "followUpOn", o.made_at as "madeAt"`;

/** Selects the newest outcome of each agent of an account. */
export const latestOutcomes = (accountId: string | Sql): Sql => sql`
  select distinct on (o.agent_id) o.* from outcomes o where o.account_id = ${accountId}::uuid
  order by o.agent_id, o.made_at desc, o.id desc`;

/** Selects the rows of the agents in these ZIPs that an account must not call. */
export const notToCall = (accountId: string | Sql, zipCodes: readonly string[] | Sql): Sql => sql`
  select a.id from (${latestOutcomes(accountId)}) o
    join agents a on a.identity_id = o.agent_id and a.zip = any(${zipCodes}::text[])
  where o.outcome = 'do-not-call'`;

type NewOutcome = Omit<StoredOutcome, 'madeAt'> & { accountId: string; agentId: string };

/**
 * Stores an outcome of an agent with a closing in these ZIPs. The same id again changes nothing, unless it brings
 * another outcome, note or day. Throws `missing` if the ZIPs have no such agent.
 */
export async function storeOutcome(
  tx: Tx,
  { agentId, ...asked }: NewOutcome,
  { zipCodes, now }: { zipCodes: readonly string[]; now: Date },
): Promise<StoredOutcome> {
  await keepIdentities(tx);
  const identityId = await currentIdentity(tx, agentId);
  const row = await tx.maybe<{ zip: string; id: string }>(
    sql`select a.zip, a.id from agents a where a.identity_id = ${identityId} and a.zip = any(${zipCodes}::text[])
       and not a.is_suppressed
     order by a.updated_at desc, a.zip limit 1`,
  );
  if (!row) throw new AppError('missing', 'not_found', 'None of your ZIP codes has this agent');
  const stored = await tx.maybe<StoredOutcome>(
    sql`insert into outcomes as o (id, account_id, agent_id, zip, row_id, outcome, note, follow_up_on, made_at)
     values (${asked.id}, ${asked.accountId}, ${identityId}, ${row.zip}, ${row.id}, ${asked.outcome}, ${asked.note},
       ${asked.followUpOn}::date, ${now})
     on conflict (id) do update set outcome = excluded.outcome, note = excluded.note,
       follow_up_on = excluded.follow_up_on
     where o.account_id = excluded.account_id and o.agent_id = excluded.agent_id
     returning ${columns}`,
  );
  if (!stored) throw new AppError('missing', 'not_found', 'There is no such outcome');
  return stored;
}

/** Deletes all that an account noted about agents. */
export async function forgetHistory(tx: Tx, accountId: string): Promise<void> {
  for (const history of [sql`outcomes`, sql`watches`, sql`visits`]) {
    await tx.execute(sql`delete from ${history} where account_id = ${accountId}`);
  }
}

/** Removes an outcome of an account, so that the one before holds. Returns whether it was there. */
export async function removeOutcome(db: Queries, accountId: string, id: string): Promise<boolean> {
  return db.returnsRow(sql`delete from outcomes where id = ${id} and account_id = ${accountId} returning id`);
}
