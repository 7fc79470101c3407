import { idOf } from '@closingwire/chassis/ids';
import { prepared, sql, type Tx } from '@closingwire/chassis/pg';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { mergeAgentsJob } from '../jobs.ts';
import { agentKeysOf, type IdentityFacts } from './agent-keys.ts';
import { agentNameOf, isSameName } from './agent-name.ts';
import { type Component, componentsOf } from './components.ts';
import { type AgentIds, KNOWN_MS, type KnownAgents } from './known-agents.ts';
import { legacyAgentId } from './legacy-id.ts';

const SEPARATOR = '\u001f';

/** Rows with the same signature are one agent without further looks. */
const signatureOf = ({ fullName, licenseNumber, email, mobile, brokerageName, property }: IdentityFacts) =>
  [fullName, licenseNumber, email, mobile, brokerageName, property.state].join(SEPARATOR);

type Signed = { signature: string; lead: IdentityFacts; keys: string[]; zips: Set<string> };

const soleKey = (signature: string) => idOf(`all-facts${SEPARATOR}${signature}`);

/** Returns the key of an agent whose other keys identify nobody: all facts together. */
export const soleKeyOf = (facts: IdentityFacts): string => soleKey(signatureOf(facts));

/** Agents of a load, each once with the ZIPs of its sales. `of` finds the agent of a row. */
type Agents<Row> = { all: Signed[]; of: ReadonlyMap<Row, Signed> };

function distinctAgents<Row extends IdentityFacts>(rows: Iterable<Row>): Agents<Row> {
  const bySignature = new Map<string, Signed>();
  const of = new Map<Row, Signed>();
  for (const lead of rows) {
    const signature = signatureOf(lead);
    let agent = bySignature.get(signature);
    if (!agent) {
      agent = { signature, lead, keys: agentKeysOf(lead), zips: new Set() };
      bySignature.set(signature, agent);
    }
    agent.zips.add(lead.property.zip);
    of.set(lead, agent);
  }
  return { all: [...bySignature.values()], of };
}

type KeyRow = { key: string; identityId: string | null };

const findKeys = (tx: Tx, keys: readonly string[]) =>
  tx.query<KeyRow>(
    prepared(sql`select key, identity_id as "identityId" from agent_keys where key = any(${keys}::uuid[])`),
  );

/** Inserts keys in one order, so that two loads do not wait for each other in a circle. */
async function insertKeys(tx: Tx, identities: ReadonlyMap<string, string>): Promise<void> {
  const keys = [...identities.keys()].sort();
  if (keys.length === 0) return;
  const inserted = await tx.query<{ key: string }>(
    prepared(sql`insert into agent_keys (key, identity_id)
      select * from unnest(${keys}::uuid[], ${keys.map(key => identities.get(key))}::uuid[])
      on conflict do nothing returning key`),
  );
  if (inserted.length === keys.length) return;
  // Another load inserted a key at the same time: its identity and ours are one.
  const isOurs = new Set(inserted.map(({ key }) => key));
  for (const { key, identityId } of await findKeys(
    tx,
    keys.filter(key => !isOurs.has(key)),
  )) {
    const ours = identities.get(key);
    if (identityId && ours && identityId !== ours) await mergeLater(tx, ours, identityId);
  }
}

/** Enqueues the merge of two identities who proved to be one, and another look when no process knows the earlier one. */
export async function mergeLater(tx: Tx, from: string, into: string): Promise<void> {
  await mergeAgentsJob.enqueue(tx, { from, into });
  const runAt = new Date(Date.now() + 2 * KNOWN_MS);
  await mergeAgentsJob.enqueue(tx, { from, into }, { runAt });
}

/** The new identity of a component is named by its first key, so that two loads name the same. */
const newIdentity = ({ keys, members }: Component<Signed>) =>
  idOf(`identity${SEPARATOR}${keys.toSorted()[0] ?? members[0]?.signature}`);

type ZipIdentity = { zipCode: string; identityId: string };
const rowKey = ({ zipCode, identityId }: ZipIdentity) => zipCode + identityId;

/** Finds the rows of identities in ZIPs. */
async function findRows(tx: Tx, wanted: readonly ZipIdentity[]): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<ZipIdentity & { id: string }>(
    prepared(sql`select a.zip as "zipCode", a.identity_id as "identityId", min(a.id::text) as id
      from unnest(${wanted.map(({ zipCode }) => zipCode)}::text[], ${wanted.map(({ identityId }) => identityId)}::uuid[])
        as w (zip, identity_id) join agents a on a.zip = w.zip and a.identity_id = w.identity_id group by 1, 2`),
  );
  return new Map(rows.map(row => [rowKey(row), row.id]));
}

type Unidentified = ZipIdentity & { lead: IdentityFacts };

/** Finds rows from before agents were one person: by their earlier id, if the name fits. */
async function findEarlierRows(tx: Tx, wanted: readonly Unidentified[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (
    wanted.length === 0 ||
    !(await tx.returnsRow(prepared(sql`select from agents where identity_id is null limit 1`)))
  ) {
    return found;
  }
  const byId = new Map(wanted.map(one => [legacyAgentId(one.zipCode, one.lead), one]));
  const rows = await tx.query<{ id: string; fullName: string }>(
    sql`select a.id, a.full_name as "fullName"
     from unnest(${[...byId.values()].map(({ zipCode }) => zipCode)}::text[], ${[...byId.keys()]}::uuid[]) as w (zip, id)
     join agents a on a.zip = w.zip and a.id = w.id where a.identity_id is null`,
  );
  for (const { id, fullName } of rows) {
    const one = byId.get(id);
    if (one && isSameName(agentNameOf(fullName), agentNameOf(one.lead.fullName))) found.set(rowKey(one), id);
  }
  return found;
}

type Options = {
  /** The identities of keys that earlier rows of a dry run have. With it, no key is inserted and nobody is merged. */
  dryRun?: Map<string, string>;
  known?: KnownAgents;
};

/** Returns the identity of each agent, and the identities that were known before. Inserts new keys. */
async function findIdentities(tx: Tx, agents: readonly Signed[], { dryRun }: Options) {
  const known = new Map<string, string | null>();
  const look = async (keys: readonly string[]) => {
    for (const { key, identityId } of await findKeys(tx, keys)) known.set(key, identityId);
    for (const key of dryRun ? keys : []) {
      const identityId = dryRun?.get(key);
      if (identityId && !known.has(key)) known.set(key, identityId);
    }
  };
  await look([...new Set(agents.flatMap(({ keys }) => keys))]);
  const unkeyed = agents.filter(({ keys }) => keys.every(key => known.get(key) === null));
  if (unkeyed.length > 0) await look(unkeyed.map(({ signature }) => soleKey(signature)));
  const usable = ({ keys, signature }: Signed) => {
    const identifying = keys.filter(key => known.get(key) !== null);
    return identifying.length > 0 ? identifying : [soleKey(signature)];
  };
  const identityOf = new Map<Signed, string>();
  const newKeys = new Map<string, string>();
  const knownIdentities = new Set<string>();
  for (const component of componentsOf(agents, usable, key => known.get(key) ?? undefined)) {
    const [identity = newIdentity(component), ...others] = component.identities.toSorted();
    if (component.identities.length > 0) knownIdentities.add(identity);
    if (!dryRun) for (const other of others) await mergeLater(tx, other, identity);
    for (const agent of component.members) identityOf.set(agent, identity);
    for (const key of component.keys) if (!known.has(key)) newKeys.set(key, identity);
  }
  if (!dryRun) await insertKeys(tx, newKeys);
  else for (const [key, identity] of newKeys) dryRun.set(key, identity);
  return { identityOf, knownIdentities };
}

/** The ids of the agents of a load. */
export type IdentifiedAgents = {
  of(lead: ReceivedLead): AgentIds;
  /** Remembers them for the next loads; call it after the commit. */
  remember(): void;
};

/**
 * Returns the identity of each row, and its row in the ZIP. Identities that prove to be one are merged by a job:
 * their rows are in ZIPs that other loads may hold.
 */
export async function identifyAgents(
  tx: Tx,
  rows: Iterable<ReceivedLead>,
  options: Options = {},
): Promise<IdentifiedAgents> {
  const { known } = options;
  const ids = new Map<ReceivedLead, AgentIds>();
  const unknown: ReceivedLead[] = [];
  for (const lead of rows) {
    const found = known?.find(lead.property.zip + signatureOf(lead));
    if (found) ids.set(lead, found);
    else unknown.push(lead);
  }
  const agents = distinctAgents(unknown);
  const { identityOf, knownIdentities } = await findIdentities(tx, agents.all, options);
  const rowIds = await rowIdsOf(tx, agents.all, identityOf, knownIdentities);
  const found = new Map<string, AgentIds>();
  for (const [lead, agent] of agents.of) {
    const identityId = identityOf.get(agent) ?? '';
    const { zip: zipCode } = lead.property;
    const agentIds = { identityId, agentId: rowIds.get(rowKey({ zipCode, identityId })) ?? '' };
    ids.set(lead, { ...agentIds, isKnown: knownIdentities.has(identityId) });
    found.set(zipCode + agent.signature, { ...agentIds, isKnown: true });
  }
  return { of: lead => ids.get(lead) ?? { identityId: '', agentId: '' }, remember: () => known?.add(found) };
}

/** Returns the identity of each stored agent, in order. */
export async function identifyStored(tx: Tx, rows: readonly IdentityFacts[]): Promise<string[]> {
  const agents = distinctAgents(rows);
  const { identityOf } = await findIdentities(tx, agents.all, {});
  return rows.map(row => identityOf.get(agents.of.get(row) as Signed) ?? '');
}

async function rowIdsOf(
  tx: Tx,
  agents: readonly Signed[],
  identityOf: ReadonlyMap<Signed, string>,
  knownIdentities: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const wanted = new Map<string, Unidentified>();
  for (const agent of agents) {
    const identityId = identityOf.get(agent) ?? '';
    const { lead } = agent;
    for (const zipCode of agent.zips) wanted.set(zipCode + identityId, { zipCode, identityId, lead });
  }
  const ids = await findRows(
    tx,
    [...wanted.values()].filter(({ identityId }) => knownIdentities.has(identityId)),
  );
  const earlier = await findEarlierRows(
    tx,
    [...wanted.values()].filter(one => !ids.has(rowKey(one))),
  );
  for (const [key, { zipCode, identityId }] of wanted) {
    if (!ids.has(key))
      ids.set(key, earlier.get(key) ?? idOf(`agent-row${SEPARATOR}${zipCode}${SEPARATOR}${identityId}`));
  }
  return ids;
}
