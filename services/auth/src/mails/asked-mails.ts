import type { Tx } from '@closingwire/chassis/pg';

export async function noteAskedMail(tx: Tx, at: Date): Promise<void> {
  await tx.query('insert into asked_mails (at) values ($1)', [at]);
}

export async function countAskedMails(tx: Tx, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    'select count(*)::int as count from asked_mails where at > $1',
    [since],
  );
  return count;
}
