import { AppError } from '@closingwire/chassis/app-error';
import { empty, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import {
  MOST_OUTCOMES,
  MOST_OUTCOMES_OF_AGENT,
  type Outcome,
  type PastOutcome,
} from '@closingwire/contracts/today';
import type { OutcomeKind } from '@closingwire/contracts/today-names';
import { currentIdentity, keepIdentities } from '../identity/merge-agents.ts';

export type StoredOutcome = {
  id: string;
  outcome: OutcomeKind;
  note: string | null;
  followUpOn: string | null;
  madeAt: Date;
};

export const toOutcome = ({ madeAt, ...outcome }: StoredOutcome): Outcome => ({
  ...outcome,
  madeAt: madeAt.toISOString(),
});

const columns = sql`o.id, o.outcome, o.note, o.follow_up_on::text as "followUpOn", o.made_at as "madeAt"`;

/** The order of an agent's outcomes `o`, the one that holds first: 'do not call' until it is removed, else the newest. */
const HOLDS_FIRST = sql`(o.outcome = 'do-not-call') desc, o.made_at desc, o.id desc`;

/** Selects the outcome of each agent of an account that holds, without its note, which the sort would carry. */
export const latestOutcomes = (accountId: string | Sql): Sql => sql`
  select distinct on (o.agent_id) o.id, o.agent_id, o.outcome, o.follow_up_on, o.made_at from outcomes o where o.account_id = ${accountId}::uuid
  order by o.agent_id, ${HOLDS_FIRST}`;

/** Selects the rows of the agents in these ZIPs that an account must not call. */
export const notToCall = (accountId: string | Sql, zipCodes: readonly string[] | Sql): Sql => sql`
  select distinct a.id from outcomes o join agents a on a.identity_id = o.agent_id and a.zip = any(${zipCodes}::text[])
  where o.account_id = ${accountId}::uuid and o.outcome = 'do-not-call'`;

/** Returns the newest row of an agent in these ZIPs; throws `missing` without one. */
export async function rowOfAgent(
  tx: Tx,
  identityId: string,
  zipCodes: readonly string[],
): Promise<{ zip: string; id: string }> {
  const row = await tx.maybe<{ zip: string; id: string }>(
    sql`select a.zip, a.id from agents a where a.identity_id = ${identityId} and a.zip = any(${zipCodes}::text[])
       and not a.is_suppressed
     order by a.updated_at desc, a.zip limit 1 for share`,
  );
  if (!row) throw new AppError('missing', 'not_found', 'None of your ZIP codes has this agent');
  return row;
}

type NewOutcome = Omit<StoredOutcome, 'madeAt'> & {
  accountId: string;
  agentId: string;
  /** Undefined: now. */
  madeAt: Date | undefined;
};

/** The class of the advisory locks: outcomes of one account are stored one after the other. */
const OUTCOME_LOCKS = 72_245;

/** A second press within this time is part of the first. */
const SAME_PRESS = sql`interval '5 seconds'`;

type Placed = NewOutcome & { row: { zip: string; id: string } };

/** Throws `conflict` if 'do not call' holds and another outcome would follow or replace it. */
async function refuseIfBarred(tx: Tx, asked: Placed): Promise<void> {
  if (asked.outcome === 'do-not-call') return;
  const barred = await tx.maybe<{ outcomeId: string; fullName: string }>(
    sql`select o.id as "outcomeId", (select a.full_name from agents a where a.zip = ${asked.row.zip} and a.id = ${asked.row.id}) as "fullName"
     from outcomes o
     where o.account_id = ${asked.accountId} and o.agent_id = ${asked.agentId} and o.outcome = 'do-not-call'
       and (o.id = ${asked.id} or (${asked.madeAt === undefined} and not exists (
         select from outcomes s where s.id = ${asked.id} and s.outcome = ${asked.outcome})))
     limit 1`,
  );
  if (!barred) return;
  const message = `You marked ${barred.fullName} “do not call”. Take that back first.`;
  throw new AppError('conflict', 'do_not_call', message, { detail: { outcomeId: barred.outcomeId } });
}

/** Finds the outcome that holds if this one repeats it: pressed twice, or 'do not call' once more. */
function findRepeated(tx: Tx, asked: Placed, now: Date): Promise<StoredOutcome | undefined> {
  if (asked.madeAt !== undefined || asked.note !== null || asked.followUpOn !== null)
    return Promise.resolve(undefined);
  return tx.maybe<StoredOutcome>(
    sql`select ${columns} from (
       select o.* from outcomes o where o.account_id = ${asked.accountId} and o.agent_id = ${asked.agentId}
       order by ${HOLDS_FIRST} limit 1) o
     where o.outcome = ${asked.outcome}
       and (o.outcome = 'do-not-call' or o.made_at > ${now}::timestamptz - ${SAME_PRESS})
       and not exists (select from outcomes s where s.id = ${asked.id})`,
  );
}

/**
 * Throws `conflict` if a new outcome is one too many. 'Do not call' is counted apart, so that other outcomes never
 * prevent it.
 */
async function refuseTooMany(tx: Tx, { id, accountId, agentId, outcome }: Placed): Promise<void> {
  const counted = sql`from outcomes o where o.account_id = ${accountId}
    and (o.outcome = 'do-not-call') = ${outcome === 'do-not-call'}`;
  const { isNew, ofAgent, ofAccount } = await tx.one<{ isNew: boolean; ofAgent: number; ofAccount: number }>(
    sql`select not exists (select from outcomes s where s.id = ${id}) as "isNew",
       (select count(*)::int ${counted} and o.agent_id = ${agentId}) as "ofAgent",
       (select count(*)::int ${counted}) as "ofAccount"`,
  );
  if (!isNew || (ofAgent < MOST_OUTCOMES_OF_AGENT && ofAccount < MOST_OUTCOMES)) return;
  const [most, whose] =
    ofAgent < MOST_OUTCOMES_OF_AGENT ? [MOST_OUTCOMES, 'an account'] : [MOST_OUTCOMES_OF_AGENT, 'one agent'];
  const text = `Expected at most ${most.toLocaleString('en-US')} outcomes of ${whose}; got one more. Remove an earlier one first`;
  throw new AppError('conflict', 'too_many_outcomes', text);
}

/**
 * Stores an outcome of an agent with a closing in these ZIPs. The same id again changes nothing, unless it brings
 * another outcome, note or day. The same outcome again within seconds is the first one, whose id it returns. Throws
 * `missing` if the ZIPs have no such agent, `invalid` for a time to come. Throws `conflict` while 'do not call' holds, and
 * for one too many.
 */
export async function storeOutcome(
  tx: Tx,
  { agentId, ...asked }: NewOutcome,
  { zipCodes, now }: { zipCodes: readonly string[]; now: Date },
): Promise<StoredOutcome> {
  const madeAt = asked.madeAt ?? now;
  if (madeAt > now) {
    const got = `${madeAt.toISOString()} at ${now.toISOString()}`;
    throw new AppError('invalid', 'invalid_time', `Expected a time of the past in madeAt; got ${got}`);
  }
  await keepIdentities(tx);
  const identityId = await currentIdentity(tx, agentId);
  const row = await rowOfAgent(tx, identityId, zipCodes);
  await tx.query(sql`select pg_advisory_xact_lock(${OUTCOME_LOCKS}, hashtext(${asked.accountId}))`);
  const placed = { ...asked, agentId: identityId, row };
  await refuseIfBarred(tx, placed);
  const repeated = await findRepeated(tx, placed, now);
  if (repeated) return repeated;
  await refuseTooMany(tx, placed);
  const stored = await tx.maybe<StoredOutcome>(
    sql`insert into outcomes as o (id, account_id, agent_id, zip, row_id, outcome, note, follow_up_on, made_at)
     values (${asked.id}, ${asked.accountId}, ${identityId}, ${row.zip}, ${row.id}, ${asked.outcome}, ${asked.note},
       ${asked.followUpOn}::date, ${madeAt})
     on conflict (id) do update set outcome = excluded.outcome, note = excluded.note,
       follow_up_on = excluded.follow_up_on
     where o.account_id = excluded.account_id and o.agent_id = excluded.agent_id
     returning ${columns}`,
  );
  if (!stored) throw new AppError('missing', 'not_found', 'There is no such outcome');
  return stored;
}

/** Returns what an account noted about an agent, the newest first. */
export const outcomesOf = (
  db: Queries,
  { accountId, agentId }: { accountId: string; agentId: string },
): Promise<StoredOutcome[]> =>
  db.query<StoredOutcome>(
    sql`select ${columns} from outcomes o where o.account_id = ${accountId} and o.agent_id = ${agentId}
     order by o.made_at desc, o.id desc limit ${MOST_OUTCOMES_OF_AGENT}`,
  );

type Past = Omit<PastOutcome, 'madeAt'> & { madeAt: Date; total: number };

/**
 * Returns a page of what an account noted, the newest first; with `latest` only the outcomes that hold and are of that
 * kind. Names come from the row that the user read, while the account has its ZIP.
 */
export async function pageOfOutcomes(
  db: Queries,
  { accountId, latest }: { accountId: string; latest: OutcomeKind | undefined },
  { zipCodes, limit, offset }: { zipCodes: readonly string[]; limit: number; offset: number },
): Promise<{ outcomes: PastOutcome[]; total: number }> {
  const rows = await db.query<Past>(
    sql`with noted as materialized (
       select o.*, row_number() over (partition by o.agent_id order by ${HOLDS_FIRST}) = 1 as is_latest
       from outcomes o where o.account_id = ${accountId}),
     chosen as (select * from noted ${latest ? sql`where is_latest and outcome = ${latest}` : empty})
     select ${columns}, o.agent_id as "agentId", a.full_name as "fullName", a.brokerage_name as "brokerageName",
       o.is_latest as "isLatest", (select count(*) from chosen) as total
     from chosen o left join agents a on a.zip = o.zip and a.id = o.row_id and a.zip = any(${zipCodes}::text[])
       and not a.is_suppressed
     order by o.made_at desc, o.id desc limit ${limit} offset ${offset}`,
  );
  return {
    outcomes: rows.map(({ total: _total, madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}

/** Deletes all that an account noted about agents. */
export async function forgetHistory(tx: Tx, accountId: string): Promise<void> {
  for (const history of [sql`outcomes`, sql`watches`, sql`known_sales`, sql`visits`, sql`views`]) {
    await tx.execute(sql`delete from ${history} where account_id = ${accountId}`);
  }
}

/** Removes an outcome of an account, so that the one before holds. Returns whether it was there. */
export async function removeOutcome(db: Queries, accountId: string, id: string): Promise<boolean> {
  return db.returnsRow(sql`delete from outcomes where id = ${id} and account_id = ${accountId} returning id`);
}
