import { type Queries, sql } from '@closingwire/chassis/pg';
import type { ContactsOverview, EvidenceKind } from '@closingwire/contracts/contacts';
import type { Provider } from './providers.ts';

const today = (now: Date) => now.toISOString().slice(0, 10);

/** Returns false while a provider must not be called. */
export async function mayCall(db: Queries, kind: EvidenceKind, now: Date): Promise<boolean> {
  const waits = await db.returnsRow(
    sql`select from contact_providers where kind = ${kind} and resumes_at > ${now}`,
  );
  return !waits;
}

/**
 * Counts contacts before they are sent, so that a killed process cannot exceed the limit of the day. Returns how many
 * may be sent.
 */
export async function reserveContacts(
  db: Queries,
  { kind, perDay }: Pick<Provider, 'kind' | 'perDay'>,
  wanted: number,
  now: Date,
): Promise<number> {
  const { allowed } = await db.one<{ allowed: number }>(
    sql`with earlier as (
       select coalesce((select contacts from contact_requests where kind = ${kind} and day = ${today(now)}), 0) as asked),
     allowed as (select greatest(0, least(${wanted}::int, ${perDay}::int - asked)) as allowed from earlier),
     counted as (
       insert into contact_requests as r (kind, day, contacts) select ${kind}, ${today(now)}, allowed from allowed
       on conflict (kind, day) do update set contacts = r.contacts + excluded.contacts)
     select allowed from allowed`,
  );
  return allowed;
}

export async function storeSuccess(db: Queries, kind: EvidenceKind, now: Date): Promise<void> {
  await db.execute(
    sql`insert into contact_providers (kind, last_success_at) values (${kind}, ${now})
     on conflict (kind) do update set last_success_at = excluded.last_success_at, failures = 0, fault_message = null,
       fault_at = null, resumes_at = null`,
  );
}

type Fault = { message: string; resumesAt: Date };

export async function storeFault(
  db: Queries,
  kind: EvidenceKind,
  { message, resumesAt }: Fault,
  now: Date,
): Promise<void> {
  await db.execute(
    sql`insert into contact_providers as p (kind, failures, fault_message, fault_at, resumes_at)
     values (${kind}, 1, ${message}, ${now}, ${resumesAt})
     on conflict (kind) do update set failures = p.failures + 1, fault_message = excluded.fault_message,
       fault_at = excluded.fault_at, resumes_at = excluded.resumes_at`,
  );
}

export async function failuresOf(db: Queries, kind: EvidenceKind): Promise<number> {
  const row = await db.maybe<{ failures: number }>(
    sql`select failures from contact_providers where kind = ${kind}`,
  );
  return row?.failures ?? 0;
}

type StateRow = {
  lastSuccessAt: Date | null;
  message: string | null;
  at: Date | null;
  resumesAt: Date | null;
  askedToday: number;
};

/** Returns the state of a provider for admins. */
export async function providerState(
  db: Queries,
  kind: EvidenceKind,
  provider: Provider | undefined,
  now: Date,
): Promise<ContactsOverview['providers'][number]> {
  const row = await db.one<StateRow>(
    sql`select p.last_success_at as "lastSuccessAt", p.fault_message as message, p.fault_at as at,
       p.resumes_at as "resumesAt", coalesce(r.contacts, 0) as "askedToday"
     from (values (${kind}::text)) k (kind) left join contact_providers p using (kind)
       left join contact_requests r on r.kind = k.kind and r.day = ${today(now)}`,
  );
  return {
    kind,
    isConfigured: provider !== undefined,
    perDay: provider?.perDay ?? 0,
    askedToday: row.askedToday,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    fault: row.message !== null && row.at ? { message: row.message, at: row.at.toISOString() } : null,
    resumesAt: row.resumesAt && row.resumesAt > now ? row.resumesAt.toISOString() : null,
  };
}
