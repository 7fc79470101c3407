import type { Tx } from '@closingwire/chassis/pg';

export async function noteReleased(tx: Tx, claimId: string): Promise<void> {
  await tx.query('insert into released_claims (id) values ($1) on conflict do nothing', [claimId]);
}

export async function isReleased(tx: Tx, claimId: string): Promise<boolean> {
  return (await tx.maybe('select 1 from released_claims where id = $1', [claimId])) !== undefined;
}
