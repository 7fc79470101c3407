import { once } from '@closingwire/chassis/consume';
import { empty, type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { type CreditRefusal, zipCreditDecided } from '@closingwire/contracts/credits';
import type { EventData } from '@closingwire/contracts/event';
import type {
  ConfirmedContact,
  FlagCredit,
  FlaggedContact,
  FlagStatus,
  leadFlagged,
} from '@closingwire/contracts/leads';
import { type FlaggedClosing, SHOWN_CLOSING } from './flagged-closing.ts';

export type Flag = {
  id: string;
  version: number;
  zipCode: string;
  closingId: string;
  agentId: string;
  agentName: string;
  agentEmail: string | null;
  agentPhone: string | null;
  userId: string;
  note: string;
  status: FlagStatus;
  createdAt: Date;
  /** Null until an admin confirms a wrong contact. */
  credit: FlagCredit | null;
  /** Null until an admin confirms one of the contacts as wrong. */
  confirmed: ConfirmedContact | null;
  /** The flagged closing as users know it. */
  sale: NonNullable<EventData<typeof leadFlagged>['closing']> | null;
  /** An admin hid the closing, so no list shows it. */
  isHidden: boolean;
};

const SALE = sql`json_build_object('address1', c.address1, 'city', c.city, 'state', c.state, 'zipCode', c.zip,
  'soldDate', c.sold_date)`;

/** The confirmation of another flag `o` holds for the contact of a flag `f`. */
const IS_CONFIRMED_ELSEWHERE = sql`exists (
  select from lead_flags o where o.wrong_hash = f.wrong_hash and o.taken_back_at is null and o.id <> f.id)`;

const CONFIRMED = sql`json_build_object('kind', f.wrong_contact, 'confirmedAt', to_json(f.confirmed_at),
  'takenBackAt', to_json(f.taken_back_at),
  'takenBackBy', coalesce((select t.email from users t where t.id = f.taken_back_by), ''),
  'isConfirmedElsewhere', ${IS_CONFIRMED_ELSEWHERE})`;

const COLUMNS = sql`f.id, f.version, f.zip as "zipCode", f.closing_id as "closingId", f.agent_id as "agentId",
  f.agent_name as "agentName", f.agent_email as "agentEmail", f.agent_phone as "agentPhone",
  f.user_id as "userId", f.note, f.status, f.created_at as "createdAt",
  case when f.credit_state is not null then json_build_object('state', f.credit_state, 'amountCents', f.credit_cents,
    'reason', f.credit_reason) end as credit,
  case when f.wrong_hash is not null then ${CONFIRMED} end as confirmed,
  (select ${SALE} from closings c where c.zip = f.zip and c.id = f.closing_id) as sale,
  exists (select from closings c where c.zip = f.zip and c.id = f.closing_id and c.hidden_at is not null) as "isHidden"`;

/** The columns that a flag copies from its closing. */
export type NewlyFlagged = Pick<
  Flag,
  'zipCode' | 'closingId' | 'agentId' | 'agentName' | 'agentEmail' | 'agentPhone' | 'sale'
>;

/** Finds a closing in one of these ZIPs. */
export function findFlaggedClosing(
  db: Queries,
  closingId: string,
  zipCodes: readonly string[],
): Promise<NewlyFlagged | undefined> {
  return db.maybe<NewlyFlagged>(
    sql`select c.zip as "zipCode", c.id as "closingId", a.id as "agentId", a.full_name as "agentName",
       a.email as "agentEmail", coalesce(a.mobile, a.phone) as "agentPhone", ${SALE} as sale
     from closings c join agents a on a.zip = c.zip and a.id = c.agent_id
     where c.zip = any(${zipCodes}::text[]) and c.id = ${closingId} and not c.is_suppressed`,
  );
}

export async function insertFlag(
  tx: Tx,
  flag: Omit<Flag, 'credit' | 'confirmed' | 'isHidden'>,
): Promise<void> {
  await tx.execute(
    sql`insert into lead_flags (id, version, zip, closing_id, agent_id, agent_name, agent_email, agent_phone,
       user_id, note, status, created_at)
     values (${flag.id}, ${flag.version}, ${flag.zipCode}, ${flag.closingId}, ${flag.agentId}, ${flag.agentName},
       ${flag.agentEmail}, ${flag.agentPhone}, ${flag.userId}, ${flag.note}, ${flag.status}, ${flag.createdAt})`,
  );
}

/** Stores a flag's status in a new version; the caller holds the flag's lock. */
export const setFlagStatus = (tx: Tx, id: string, status: FlagStatus): Promise<Flag> =>
  tx.one<Flag>(
    sql`update lead_flags f set status = ${status}, version = version + 1 where id = ${id} returning ${COLUMNS}`,
  );

export type FlagWithReporter = Flag & {
  firstName: string;
  lastName: string;
  email: string;
  closing: FlaggedClosing | null;
  /** Why a confirmation can bring no credit now; null if billing may find one. */
  noCredit: CreditRefusal | null;
};

/** As billing decides credits (`decideCredit`). A ZIP that was paid and given back a month ago may still bring one. */
const NO_CREDIT = sql`case when u.status = 'deleted' then 'account-closed' else (
  select case when bool_or(s.kind is null or s.kind = 'paid') then case when min(a.payment_state) = 'trialing' then 'trial' end
    when bool_or(s.kind = 'trial' and s.cancelled_at is null) then 'trial'
    when bool_or(s.kind = 'granted' and s.cancelled_at is null) then 'granted'
    else 'not-subscribed' end
  from subscriptions s left join accounts a on a.id = s.account_id
  where s.account_id = f.user_id and s.zip = f.zip
    and (s.cancelled_at is null or s.cancelled_at > now() - interval '32 days')) end`;

const WITH_REPORTER = sql`select ${COLUMNS}, ${SHOWN_CLOSING} as closing, ${NO_CREDIT} as "noCredit", coalesce(u.first_name, '') as "firstName",
    coalesce(u.last_name, '') as "lastName", coalesce(u.email, '') as email
  from lead_flags f left join users u on u.id = f.user_id`;

/** Lists the flags, newest first; with `userId` those of one reporter. A `limit` of null returns all. */
export function listFlags(
  db: Queries,
  { limit, offset, userId }: { limit: number | null; offset: number; userId?: string | undefined },
): Promise<FlagWithReporter[]> {
  const isShown = userId ? sql`where f.user_id = ${userId}` : empty;
  return db.query<FlagWithReporter>(
    sql`${WITH_REPORTER} ${isShown} order by f.created_at desc, f.id limit ${limit}::bigint offset ${offset}`,
  );
}

/** The newest flags of a user. More than these are older than any list. */
const MOST_OWN_FLAGS = 500;

export function ownFlags(db: Queries, userId: string): Promise<Flag[]> {
  return db.query<Flag>(
    sql`select ${COLUMNS} from lead_flags f where f.user_id = ${userId}
     order by f.created_at desc, f.id limit ${MOST_OWN_FLAGS}`,
  );
}

/** Triggers keep these totals. */
export const countFlags = (db: Queries): Promise<{ total: number; pending: number }> =>
  db.one(
    sql`select coalesce(sum(amount), 0)::int as total,
       coalesce(sum(amount) filter (where key = 'pending'), 0)::int as pending
     from stored_totals where name = 'flags'`,
  );

/** Counts the flags of one reporter. */
export const countFlagsOf = (db: Queries, userId: string): Promise<{ total: number; pending: number }> =>
  db.one(
    sql`select count(*)::int as total, count(*) filter (where status = 'pending')::int as pending
     from lead_flags where user_id = ${userId}`,
  );

export function oneFlag(db: Queries, id: string): Promise<FlagWithReporter> {
  return db.one<FlagWithReporter>(sql`${WITH_REPORTER} where f.id = ${id}`);
}

/** Returns a flag that nobody else can change until the transaction ends. */
export const lockFlag = (tx: Tx, id: string): Promise<Flag | undefined> =>
  tx.maybe<Flag>(sql`select ${COLUMNS} from lead_flags f where f.id = ${id} for update of f`);

/** Stores that billing is asked for the credit. */
export async function storeCreditRequest(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update lead_flags set credit_state = 'pending' where id = ${id}`);
}

/** Stores which contact of a flag is wrong, and returns its hash. */
export async function storeConfirmed(
  tx: Tx,
  id: string,
  contact: FlaggedContact,
  now: Date,
): Promise<Buffer> {
  const value = contact === 'email' ? sql`agent_email` : sql`agent_phone`;
  const { hash } = await tx.one<{ hash: Buffer }>(
    sql`update lead_flags set wrong_contact = ${contact}, wrong_hash = contact_hash(${contact}, ${value}),
       confirmed_at = ${now}, taken_back_at = null, taken_back_by = null
     where id = ${id} returning wrong_hash as hash`,
  );
  return hash;
}

/** Stores that a confirmation no longer holds, and returns the hash of its contact. */
export async function storeTakenBack(tx: Tx, id: string, adminId: string, now: Date): Promise<Buffer> {
  const { hash } = await tx.one<{ hash: Buffer }>(
    sql`update lead_flags set taken_back_at = ${now}, taken_back_by = ${adminId}
     where id = ${id} returning wrong_hash as hash`,
  );
  return hash;
}

/** Returns the time of the first confirmation of a contact that holds; undefined without any. */
export async function confirmedSince(tx: Tx, hash: Buffer): Promise<Date | undefined> {
  const { since } = await tx.one<{ since: Date | null }>(
    sql`select min(confirmed_at) as since from lead_flags where wrong_hash = ${hash} and taken_back_at is null`,
  );
  return since ?? undefined;
}

/** Stores the credit that billing decided. */
export const onCreditDecided = once(zipCreditDecided, async ({ data: { id, amountCents, reason } }, tx) => {
  await tx.execute(
    sql`update lead_flags set credit_state = ${amountCents > 0 ? 'credited' : 'nothing'},
       credit_cents = ${amountCents}, credit_reason = ${reason} where id = ${id}`,
  );
});
