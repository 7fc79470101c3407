import type { Queries } from '@closingwire/chassis/pg';
import type { Reject } from '@closingwire/contracts/leads';

export async function saveRejects(db: Queries, batchId: string, rejects: readonly Reject[]): Promise<void> {
  if (rejects.length === 0) return;
  await db.query(
    `insert into rejects (batch_id, line, field, message)
     select $1, * from unnest($2::integer[], $3::text[], $4::text[]) on conflict do nothing`,
    [
      batchId,
      rejects.map(reject => reject.line),
      rejects.map(reject => reject.field),
      rejects.map(reject => reject.message),
    ],
  );
}
