import type { Tx } from '@closingwire/chassis/pg';

export async function noteAskedMail(tx: Tx, kind: string, at: Date): Promise<void> {
  await tx.query('insert into asked_mails (kind, at) values ($1, $2)', [kind, at]);
}

export async function countAskedMails(tx: Tx, kind: string, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    'select count(*)::int as count from asked_mails where kind = $1 and at > $2',
    [kind, since],
  );
  return count;
}
