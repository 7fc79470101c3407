import { raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { leadFields } from '@closingwire/contracts/lead-fields';

/** Columns of `agents` that may not be null. */
const needed: ReadonlySet<string> = new Set(['full_name', 'city', 'state']);

/** Every column of `agents` that stores a fact about the person, with its value when all are deleted. */
const ERASED = raw(
  [
    ...leadFields.flatMap(({ stored }) => (stored.table === 'agents' ? [stored.column] : [])),
    'other_emails',
    'other_phones',
    'reports',
    'corrections',
  ]
    .map(column => `${column} = ${needed.has(column) ? "''" : 'null'}`)
    .join(', '),
);

/**
 * Deletes all data of agents, selected as `zip` and `id`, and hides them. Their rows stay, with the identity, so that
 * no delivery stores them again.
 */
export async function eraseAgents(tx: Tx, agents: Sql): Promise<void> {
  await tx.execute(
    sql`update agents a set ${ERASED}, identity_id = coalesce(a.identity_id, a.id), is_deleted = true,
       is_suppressed = true, updated_at = now()
     from (${agents}) k where a.zip = k.zip and a.id = k.id and not a.is_deleted`,
  );
  for (const history of [sql`outcomes`, sql`watches`]) {
    await tx.execute(
      sql`delete from ${history} h using agents a join (${agents}) k on a.zip = k.zip and a.id = k.id
       where h.agent_id = a.identity_id`,
    );
  }
  await tx.execute(sql`delete from agent_changes c using (${agents}) k where c.zip = k.zip and c.id = k.id`);
  await tx.execute(
    sql`update lead_flags f set agent_name = '', agent_email = null, agent_phone = null
     from (${agents}) k where f.zip = k.zip and f.agent_id = k.id`,
  );
}
