import { sql, type Tx } from '@closingwire/chassis/pg';
import type { EvidenceKind, ProviderResult } from '@closingwire/contracts/contacts';

export type Evidence = { hash: Buffer; result: ProviderResult };

/** Stores results of a provider. An older result does not replace a newer one. */
export async function storeEvidence(
  tx: Tx,
  { about, provider, now }: { about: EvidenceKind; provider: string; now: Date },
  evidence: readonly Evidence[],
): Promise<void> {
  await tx.execute(
    sql`insert into contact_evidence as e (hash, about, result, provider, checked_at)
     select hash, ${about}, result, ${provider}, ${now}
     from unnest(${evidence.map(({ hash }) => hash)}::bytea[], ${evidence.map(({ result }) => result)}::text[])
       as t (hash, result)
     on conflict (hash, about) do update set result = excluded.result, provider = excluded.provider,
       checked_at = excluded.checked_at where e.checked_at <= excluded.checked_at`,
  );
}

/** Stores that an admin confirmed a contact as wrong. */
export async function storeWrong(
  tx: Tx,
  { kind, value }: { kind: 'email' | 'phone'; value: string },
  now: Date,
): Promise<void> {
  await tx.execute(
    sql`insert into contact_evidence (hash, about, result, provider, checked_at)
     values (contact_hash(${kind}, ${value}), 'wrong', 'wrong', 'admin', ${now}) on conflict do nothing`,
  );
}
