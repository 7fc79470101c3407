import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { type ContactsOverview, EVIDENCE_DAYS, type EvidenceKind } from '@closingwire/contracts/contacts';
import { permittedFor, REPORTED } from '../sources/store.ts';
import { stateOf } from './states.ts';

/* The contacts of the closings that subscribers see now. */

/** A contact that a provider checks, as it is stored, with its hash. */
export type Contact = { value: string; hash: Buffer };

/** Closings of these days are in lists; one more, because a state's day may begin later than in UTC. */
const DAYS = 7;

/** Selects the contacts `contact` of the closings that subscribers see now, with the newest sale first. */
const shownContacts = (contacts: Sql, now: Date): Sql => sql`
  from subscriptions s
    join closings c on c.zip = s.zip and c.sold_date >= (${now}::timestamptz at time zone 'UTC')::date - ${DAYS}::int
    join agents a on a.zip = c.zip and a.id = c.agent_id
    cross join lateral (${contacts}) k (kind, value)
  where s.cancelled_at is null and not c.is_suppressed and ${REPORTED} and ${permittedFor('lists')}
    and k.value is not null`;

const EMAILS = sql`select 'email', a.email`;
const PHONES = sql`values ('phone', a.mobile), ('phone', a.phone)`;
const contactsFor: Record<EvidenceKind, { kind: string; contacts: Sql }> = {
  verification: { kind: 'email', contacts: EMAILS },
  'line-type': { kind: 'phone', contacts: PHONES },
};

/** Returns contacts of subscribed ZIPs without a valid result, those of the newest sales first. */
export function dueContacts(db: Queries, about: EvidenceKind, now: Date, limit: number): Promise<Contact[]> {
  const { kind, contacts } = contactsFor[about];
  return db.query<Contact>(
    sql`select min(value) as value, hash from (
       select k.value, contact_hash(${kind}, k.value) as hash, c.sold_date, c.created_at
       ${shownContacts(contacts, now)}) d
     where not exists (
       select from contact_evidence e where e.hash = d.hash and (e.about = 'wrong'
         or e.about = ${about} and e.checked_at > ${now}::timestamptz - ${EVIDENCE_DAYS[about]} * interval '1 day'))
     group by hash order by max(sold_date) desc, max(created_at) desc, hash limit ${limit}`,
  );
}

/** Counts the contacts that subscribers see now, by kind and state. */
export function countStates(db: Queries, now: Date): Promise<ContactsOverview['counts']> {
  const at = sql`${now}::timestamptz`;
  const counted = (kind: 'email' | 'phone', contacts: Sql) => sql`
    select ${kind}::text as kind, st.state, count(*)::int as count
    from (select min(k.value) as value ${shownContacts(contacts, now)} group by contact_hash(${kind}, k.value)) d
      cross join lateral (${stateOf(kind, sql`d.value`, at)}) st group by st.state`;
  return db.query<ContactsOverview['counts'][number]>(
    sql`${counted('email', EMAILS)} union all ${counted('phone', PHONES)} order by kind, count desc, state`,
  );
}
