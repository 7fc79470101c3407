import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import { sql, type Tx } from '@closingwire/chassis/pg';
import { agentKeysOf } from './agent-keys.ts';
import { soleKeyOf } from './identify.ts';
import { lockMerges } from './merge-agents.ts';
import { factsOf, findStoredAgents, type StoredAgent } from './stored-agents.ts';

/** A row of an agent in a ZIP. */
export type AgentRow = { zipCode: string; agentId: string };

const nameOf = ({ zipCode, agentId }: AgentRow) => zipCode + agentId;
const keysOf = (rows: readonly StoredAgent[]) => new Set(rows.flatMap(row => agentKeysOf(factsOf(row))));

async function setKeys(tx: Tx, keys: readonly string[], identityId: string | null): Promise<void> {
  await tx.execute(
    sql`insert into agent_keys (key, identity_id) select key, ${identityId}::uuid from unnest(${keys.toSorted()}::uuid[]) as k (key)
     on conflict (key) do update set identity_id = excluded.identity_id`,
  );
}

/** Outcomes and watches stay with the row that the user read; 'do not call' holds for both agents. */
async function splitHistory(
  tx: Tx,
  { from, to, moved, kept }: { from: string; to: string; moved: readonly StoredAgent[]; kept: StoredAgent },
): Promise<void> {
  const taken = sql`unnest(${moved.map(({ zipCode }) => zipCode)}::text[], ${moved.map(({ id }) => id)}::uuid[]) as w (zip, id)`;
  const [first = kept] = moved;
  await tx.execute(
    sql`insert into outcomes (id, account_id, agent_id, zip, row_id, outcome, note, follow_up_on, made_at)
     select gen_random_uuid(), o.account_id, other.agent_id, other.zip, other.row_id, o.outcome, o.note, o.follow_up_on,
       o.made_at
     from (select distinct on (account_id) * from outcomes where agent_id = ${from} and outcome = 'do-not-call'
         order by account_id, made_at desc, id desc) o
       join (values (true, ${from}::uuid, ${kept.zipCode}::text, ${kept.id}::uuid),
         (false, ${to}::uuid, ${first.zipCode}::text, ${first.id}::uuid)) as other (is_taken, agent_id, zip, row_id)
         on other.is_taken = exists (select from ${taken} where w.zip = o.zip and w.id = o.row_id)`,
  );
  await tx.execute(
    sql`insert into known_sales (account_id, agent_id, sale_id, known_at)
     select account_id, ${to}, sale_id, known_at from known_sales where agent_id = ${from}`,
  );
  for (const history of [sql`outcomes`, sql`watches`]) {
    await tx.execute(
      sql`update ${history} h set agent_id = ${to} from ${taken}
       where h.agent_id = ${from} and h.zip = w.zip and h.row_id = w.id`,
    );
  }
}

/**
 * Takes rows of an agent away, as those of another agent, and returns the other's identity. Keys that both have
 * identify nobody from now on; rows that have no other key are known again by all their facts together.
 */
export async function splitAgent(tx: Tx, identityId: string, taken: readonly AgentRow[]): Promise<string> {
  await lockMerges(tx);
  const rows = await findStoredAgents(tx, sql`identity_id = ${identityId} order by zip, id for update`);
  const names = new Set(taken.map(nameOf));
  const isTaken = ({ zipCode, id }: StoredAgent) => names.has(nameOf({ zipCode, agentId: id }));
  const [moved, kept] = [rows.filter(isTaken), rows.filter(row => !isTaken(row))];
  if (moved.length === 0 || moved.length !== names.size) {
    throw new AppError('missing', 'not_found', 'The agent does not have these rows');
  }
  const [firstKept] = kept;
  if (!firstKept) {
    throw new AppError('invalid', 'nothing_left', 'Expected rows that stay with the agent; got all of them');
  }
  const otherId = newId();
  const [movedKeys, keptKeys] = [keysOf(moved), keysOf(kept)];
  const soleKeys = (of: readonly StoredAgent[]) => of.map(row => soleKeyOf(factsOf(row)));
  await setKeys(
    tx,
    [...movedKeys].filter(key => keptKeys.has(key)),
    null,
  );
  await setKeys(tx, [...[...movedKeys].filter(key => !keptKeys.has(key)), ...soleKeys(moved)], otherId);
  await setKeys(tx, soleKeys(kept), identityId);
  await tx.execute(
    sql`update agents a set identity_id = ${otherId}, updated_at = now()
     from unnest(${moved.map(({ zipCode }) => zipCode)}::text[], ${moved.map(({ id }) => id)}::uuid[]) as w (zip, id)
     where a.zip = w.zip and a.id = w.id`,
  );
  await splitHistory(tx, { from: identityId, to: otherId, moved, kept: firstKept });
  return otherId;
}
