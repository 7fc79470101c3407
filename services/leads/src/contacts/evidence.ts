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

/** The flags of a contact are confirmed and taken back one after the other. */
export const lockContact = (tx: Tx, hash: Buffer) =>
  tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended('wrong contact ' || encode(${hash}::bytea, 'hex'), 0))`,
  );

/** Marks a contact as wrong since a time, or as not wrong; the caller holds the contact's lock. */
export async function storeWrong(tx: Tx, hash: Buffer, since: Date | undefined): Promise<void> {
  await tx.execute(
    since
      ? sql`insert into contact_evidence (hash, about, result, provider, checked_at)
         values (${hash}, 'wrong', 'wrong', 'admin', ${since})
         on conflict (hash, about) do update set checked_at = excluded.checked_at`
      : sql`delete from contact_evidence where hash = ${hash} and about = 'wrong'`,
  );
}
