import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { StoredOptOut } from '@closingwire/contracts/withdrawals';
import { addSuppressions, applyNow, hashesOf, removeSuppressions } from './suppressions.ts';

type Context = { pg: Pg; log: Log; clock: Clock };

/**
 * After a restore from a backup, applies the changes that opt-outs had after the backup. Running it again changes
 * nothing, even if an opt-out was decided meanwhile.
 */
export async function repeatOptOuts(context: Context, optOuts: readonly StoredOptOut[]): Promise<void> {
  for (const optOut of optOuts) {
    const contacts = optOut.contacts.map(({ kind, hash, ...rest }) => ({
      ...{ kind, ...rest },
      hash: Buffer.from(hash, 'hex'),
    }));
    const inEffect = contacts.filter(({ isInEffect }) => isInEffect);
    await context.pg.transaction(async tx => {
      if (!(await upsertRequest(tx, optOut))) return;
      await insertContacts(tx, optOut.id, contacts);
      // The change of suppressions must be the last step of its transaction.
      if (inEffect.length > 0) return addSuppressions(tx, optOut.id, inEffect, context.clock());
      if (optOut.state === 'undone')
        await removeSuppressions(tx, optOut.id, hashesOf(contacts), context.clock());
    });
    await applyNow(context, hashesOf(contacts));
  }
}

/** Returns false, and changes nothing, if the stored request was decided later. */
function upsertRequest(tx: Tx, optOut: StoredOptOut): Promise<boolean> {
  const secretHash = optOut.secretHash === null ? null : Buffer.from(optOut.secretHash, 'hex');
  return tx.returnsRow(
    sql`insert into opt_out_requests as stored
       (id, state, secret_hash, created_at, expires_at, confirmed_at, decided_at)
     values (${optOut.id}, ${optOut.state}, ${secretHash}, ${optOut.createdAt}, ${optOut.expiresAt},
       ${optOut.confirmedAt}, ${optOut.decidedAt})
     on conflict (id) do update set state = excluded.state, confirmed_at = excluded.confirmed_at,
       decided_at = excluded.decided_at
     where coalesce(excluded.decided_at, excluded.confirmed_at, excluded.created_at) >=
       date_trunc('milliseconds', coalesce(stored.decided_at, stored.confirmed_at, stored.created_at))
     returning id`,
  );
}

type Contact = { kind: string; hash: Buffer; masked: string };

/**
 * Inserts missing contacts without their values. Deletes the values that the backup has, unless the link or the review
 * is still open.
 */
async function insertContacts(tx: Tx, requestId: string, contacts: readonly Contact[]): Promise<void> {
  await tx.execute(
    sql`insert into opt_out_contacts (request_id, kind, hash, masked)
     select ${requestId}::uuid, * from unnest(${contacts.map(({ kind }) => kind)}::text[],
       ${contacts.map(({ hash }) => hash)}::bytea[], ${contacts.map(({ masked }) => masked)}::text[])
     on conflict do nothing`,
  );
  await tx.execute(
    sql`update opt_out_contacts c set value = null from opt_out_requests r
     where r.id = c.request_id and r.id = ${requestId} and r.state not in ('requested', 'needs-review')`,
  );
}
