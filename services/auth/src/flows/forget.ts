import { defineJob } from '@closingwire/chassis/jobs';
import { publish } from '@closingwire/chassis/outbox';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import { z } from 'zod';
import { blankAudit } from '../audit-log/store.ts';
import { forgetAskedMails } from '../mails/budget.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { LONGEST_KEY } from './limits.ts';

type Row = { version: number; email: string | null };

/**
 * Deletes the rate-limit counters of these accounts. A counter's key has the rule's name, the account and sometimes
 * the network.
 */
async function forgetAttempts(tx: Tx, accounts: readonly string[]): Promise<void> {
  const cut = accounts.map(account => account.slice(0, LONGEST_KEY));
  await tx.execute(
    sql`delete from attempts
     where split_part(regexp_replace(key, '^([a-z-]+:)+', ''), ' ', 1) = any(${cut})`,
  );
}

type FormerEmail = { email: string; before: Date };

/**
 * Returns the user's former addresses, each with the time until which it was theirs. That is the deletion if no other
 * user took the address.
 */
function formerEmailsOf(tx: Tx, id: string, deletedAt: Date): Promise<FormerEmail[]> {
  return tx.query<FormerEmail>(
    sql`select f.email, case when exists (select from users u where u.email = f.email and u.id <> f.user_id)
         or exists (select from former_addresses o
           where o.email = f.email and o.user_id <> f.user_id and o.left_at > f.left_at)
       then f.left_at else ${deletedAt} end as before
     from former_addresses f join users self on self.id = f.user_id
     where f.user_id = ${id} and f.email is distinct from self.email order by f.email`,
  );
}

/** Returns the addresses that no user has now. */
async function unownedOf(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  const owned = await tx.query<{ email: string }>(
    sql`select email from users where email = any(${addresses})`,
  );
  return addresses.filter(address => !owned.some(({ email }) => email === address));
}

/** Deletes a user with all their data here, and publishes it, so that the other services do the same. */
export async function forgetUser(tx: Tx, id: string, now: Date): Promise<void> {
  await endSessionsOf(tx, id, now);
  const former = await formerEmailsOf(tx, id, now);
  const row = await tx.maybe<Row>(sql`delete from users where id = ${id} returning version, email`);
  await tx.execute(sql`delete from account_copies where user_id = ${id}`);
  await tx.execute(sql`delete from subscription_copies where user_id = ${id}`);
  await blankAudit(tx, id);
  const email = row?.email ?? undefined;
  const addresses = [...(email ? [email] : []), ...former.map(left => left.email)];
  // Another user may now have a former address of the deleted user. Its counters protect that user, so they stay.
  await forgetAttempts(tx, [id, ...(await unownedOf(tx, addresses))]);
  for (const address of addresses.length > 0 ? addresses : ['']) await forgetAskedMails(tx, id, address);
  // A user of version 0 is in no event, so other services do not know them.
  if (!row || row.version === 0) return;
  await tx.execute(
    sql`insert into deleted_users (id, deleted_at) values (${id}, ${now}) on conflict do nothing`,
  );
  await publish(tx, userDeleted, {
    id,
    version: row.version + 1,
    deletedAt: now.toISOString(),
    ...(email && { email }),
    ...(former.length > 0 && {
      formerEmails: former.map(left => ({ email: left.email, before: left.before.toISOString() })),
    }),
  });
}

export const sweepJob = defineJob('sweep', z.unknown(), { cron: '17 3 * * *' });

/** Deletes tokens, challenges, sessions, unfinished sign-ins and counters that can no longer be used. */
export async function sweep(pg: Pg): Promise<void> {
  await pg.execute(sql`delete from mailed_tokens where expires_at < now() - interval '7 days'`);
  await pg.execute(sql`delete from mfa_challenges where created_at < now() - interval '1 day'`);
  await pg.execute(sql`delete from sessions where not_after < now() - interval '1 day'`);
  await pg.execute(sql`delete from flow_states where created_at < now() - interval '7 days'`);
  await pg.execute(sql`delete from asked_mails where at < now() - interval '1 day'`);
  await pg.execute(sql`delete from attempts where expire < ${Date.now()}`);
}
