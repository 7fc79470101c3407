import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import { blankAudit } from '../audit.ts';
import { LONGEST_KEY } from '../limits.ts';
import { forgetAskedMails } from '../mails/asked-mails.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';

type Row = { version: number; email: string | null };

/** Forgets the counters of these accounts: after the rule's name their keys begin with the account, and may end there. */
async function forgetAttempts(tx: Tx, accounts: readonly string[]): Promise<void> {
  await tx.query(
    `delete from attempts where split_part(regexp_replace(key, '^([a-z-]+:)+', ''), ' ', 1) = any($1)`,
    [accounts.map(account => account.slice(0, LONGEST_KEY))],
  );
}

/** Removes a user with everything kept about them here, and publishes it so that the other services do the same. */
export async function forgetUser(tx: Tx, id: string, now: Date): Promise<void> {
  await endSessionsOf(tx, id, now);
  const row = await tx.maybe<Row>('delete from users where id = $1 returning version, email', [id]);
  await tx.query('delete from account_copies where user_id = $1', [id]);
  await blankAudit(tx, id);
  const email = row?.email ?? undefined;
  await forgetAttempts(tx, [id, ...(email ? [email] : [])]);
  await forgetAskedMails(tx, id, email ?? '');
  // Version 0 is a user whom no event named.
  if (!row || row.version === 0) return;
  const deletedAt = now.toISOString();
  await publish(tx, userDeleted, { id, version: row.version + 1, deletedAt, ...(email && { email }) });
}
