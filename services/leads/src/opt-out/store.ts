import { type Queries, raw, sql, type Tx } from '@closingwire/chassis/pg';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import type { ContactKind } from '@closingwire/contracts/opt-out';
import {
  type Carrier,
  DAY_MS,
  HOUR_MS,
  LINK_LIFE_MS,
  MOST_CARRIERS,
  masked,
  type StoredState,
} from './rules.ts';
import { carriersOf } from './suppressions.ts';

export type NamedContact = { kind: ContactKind; value: string };

/** A contact of a request. `value` is null once it is no longer needed. */
export type Contact = {
  kind: ContactKind;
  hash: Buffer;
  value: string | null;
  masked: string;
  isInEffect: boolean;
};

/** Returns contacts as this service's audit log stores them: hashed. */
export const auditedOf = (contacts: readonly Pick<Contact, 'kind' | 'hash'>[]) =>
  contacts.map(({ kind, hash }) => ({ kind, hash: hash.toString('hex') }));

/** Returns contacts as the product's audit log shows them: masked. */
export const contactsChange = (contacts: readonly Contact[]): AuditChange =>
  changeOf('contacts', null, contacts.map(({ masked }) => masked).join(', ') || null);

export type OptOutRequest = {
  id: string;
  state: StoredState;
  /** Hash of its link's secret; null for requests made before there were links. */
  secretHash: Buffer | null;
  expiresAt: Date | null;
  confirmedAt: Date | null;
  contacts: Contact[];
};

/** Returns when links were mailed to an address in the last day, and locks the address until the commit. */
export async function linksMailedTo(tx: Tx, email: string, now: Date): Promise<Date[]> {
  await tx.query(
    sql`select pg_advisory_xact_lock(7224303, hashtext(encode(contact_hash('email', ${email}), 'hex')))`,
  );
  const rows = await tx.query<{ at: Date }>(
    sql`select r.created_at as at from opt_out_contacts c join opt_out_requests r on r.id = c.request_id
     where c.kind = 'email' and c.hash = contact_hash('email', ${email})
       and r.created_at > ${new Date(now.getTime() - DAY_MS)}
       and r.secret_hash is not null`,
  );
  return rows.map(({ at }) => at);
}

/** Returns when the n-th newest link was mailed; undefined if that is over an hour ago. */
export async function nthLinkOfHour(db: Queries, n: number, now: Date): Promise<Date | undefined> {
  const found = await db.maybe<{ at: Date }>(
    sql`select created_at as at from opt_out_requests
     where created_at > ${new Date(now.getTime() - HOUR_MS)} and secret_hash is not null
     order by created_at desc, id desc offset ${n - 1} limit 1`,
  );
  return found?.at;
}

/**
 * Returns when the n-th newest opt-out was requested from a network; undefined if that is over an hour ago. A network
 * is an IPv4 address or an IPv6 /64.
 */
export async function nthLinkOfNetwork(
  db: Queries,
  n: number,
  network: string,
  now: Date,
): Promise<Date | undefined> {
  const found = await db.maybe<{ at: Date }>(
    sql`select at from audit_log
     where action = 'opt-out-requested' and at > ${new Date(now.getTime() - HOUR_MS)} and ip <<= ${network}::inet
     order by at desc offset ${n - 1} limit 1`,
  );
  return found?.at;
}

export async function insertRequest(
  tx: Tx,
  request: { id: string; secretHash: Buffer; contacts: readonly NamedContact[]; now: Date },
): Promise<Contact[]> {
  const { id, secretHash, contacts, now } = request;
  await tx.execute(
    sql`insert into opt_out_requests (id, state, secret_hash, created_at, expires_at)
     values (${id}, 'requested', ${secretHash}, ${now}, ${new Date(now.getTime() + LINK_LIFE_MS)})`,
  );
  return tx.query<Contact>(
    sql`insert into opt_out_contacts (request_id, kind, hash, value, masked)
     select ${id}::uuid, kind, contact_hash(kind, value), value, masked
     from unnest(${contacts.map(({ kind }) => kind)}::text[], ${contacts.map(({ value }) => value)}::text[],
       ${contacts.map(({ kind, value }) => masked(kind, value))}::text[]) as t (kind, value, masked)
     returning kind, hash, value, masked, false as "isInEffect"`,
  );
}

/** Finds and locks a request. */
async function lockRequest(
  tx: Tx,
  column: 'id' | 'secret_hash',
  value: string | Buffer,
): Promise<OptOutRequest | undefined> {
  const request = await tx.maybe<Omit<OptOutRequest, 'contacts'>>(
    sql`select id, state, secret_hash as "secretHash", expires_at as "expiresAt", confirmed_at as "confirmedAt"
     from opt_out_requests where ${raw(column)} = ${value} for update`,
  );
  if (!request) return undefined;
  const contacts = await tx.query<Contact>(
    sql`select kind, hash, value, masked, exists (
       select from suppressions s where s.request_id = c.request_id and s.hash = c.hash) as "isInEffect"
     from opt_out_contacts c where request_id = ${request.id}
     order by array_position(array['email', 'phone', 'license'], kind)`,
  );
  return { ...request, contacts };
}

export const lockRequestById = (tx: Tx, id: string) => lockRequest(tx, 'id', id);
export const lockRequestBySecret = (tx: Tx, secretHash: Buffer) => lockRequest(tx, 'secret_hash', secretHash);

export const findStateBySecret = (
  db: Queries,
  hashed: Buffer,
): Promise<Pick<OptOutRequest, 'state' | 'expiresAt'> | undefined> =>
  db.maybe(sql`select state, expires_at as "expiresAt" from opt_out_requests where secret_hash = ${hashed}`);

/** Changes a request's state. Deletes the contacts' values unless a review begins. */
export async function setState(
  tx: Tx,
  id: string,
  state: Exclude<StoredState, 'requested'>,
  times: { confirmedAt?: Date; decidedAt?: Date },
): Promise<void> {
  await tx.execute(
    sql`update opt_out_requests set state = ${state},
       confirmed_at = coalesce(${times.confirmedAt ?? null}, confirmed_at),
       decided_at = coalesce(${times.decidedAt ?? null}, decided_at) where id = ${id}`,
  );
  if (state === 'needs-review') return;
  await tx.execute(sql`update opt_out_contacts set value = null where request_id = ${id}`);
}

/** Finds the agents with the phone or license number of a request, up to `MOST_CARRIERS` + 1 through each index. Further contacts count. */
export async function findCarriers(db: Queries, contacts: readonly Contact[]): Promise<Carrier[]> {
  const hashOf = (kind: ContactKind) => contacts.find(contact => contact.kind === kind)?.hash ?? null;
  const rest = contacts.filter(({ kind }) => kind !== 'email').map(({ hash }) => hash);
  if (rest.length === 0) return [];
  return db.query<Carrier>(
    sql`with k as materialized (${carriersOf(sql`${rest}::bytea[]`, MOST_CARRIERS + 1)})
     select lower(a.full_name) as name, lower(a.email) as email,
       encode(contact_hash('license', a.license_number), 'hex') as license,
       json_build_object(
         'email', coalesce(contact_hash('email', a.email) = ${hashOf('email')}, false)
           or coalesce(${hashOf('email')} = any(contact_hashes('email', a.other_emails)), false),
         'phone', coalesce(${hashOf('phone')} in (
           contact_hash('phone', a.mobile), contact_hash('phone', a.phone)), false)
           or coalesce(${hashOf('phone')} = any(contact_hashes('phone', a.other_phones)), false),
         'license', coalesce(contact_hash('license', a.license_number) = ${hashOf('license')}, false)) as carries
     from k join agents a on a.zip = k.zip and a.id = k.id`,
  );
}

const EXPIRED_LIFE_MS = 30 * DAY_MS;

/** Deletes the contacts' values when a request expires, and the request 30 days later. */
export async function forgetExpired(db: Queries, now: Date): Promise<void> {
  await db.execute(
    sql`update opt_out_contacts c set value = null from opt_out_requests r
     where r.id = c.request_id and r.state = 'requested' and r.expires_at <= ${now} and c.value is not null`,
  );
  await db.execute(
    sql`delete from opt_out_requests
     where state = 'requested' and expires_at <= ${new Date(now.getTime() - EXPIRED_LIFE_MS)}`,
  );
}
