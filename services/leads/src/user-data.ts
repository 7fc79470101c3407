import { once } from '@closingwire/chassis/consume';
import type { Queries } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { blankExports } from './lists/export-log.ts';
import { blankAudit } from './opt-out/audit.ts';
import { accounts, users } from './replicas.ts';

const person = `
  select id, email, first_name as "firstName", last_name as "lastName", status, activated_at as "activatedAt"
  from users where id = $1`;

const account = `
  select trial_expires_at as "trialExpiresAt", has_active_payment as "hasActivePayment",
    payment_state as "paymentState",
    monthly_amount_cents as "monthlyAmountCents"
  from accounts where id = $1`;

/** Lists of a user, by the name under which they see them. */
const lists = {
  subscriptions: `
    select id, zip as "zipCode", cancelled_at as "cancelledAt" from subscriptions
    where account_id = $1 order by zip, id`,
  exports: `
    select at, format, filters, host(ip) as ip, user_agent as "userAgent" from export_log
    where user_id = $1 order by id`,
  flags: `
    select id, zip as "zipCode", agent_name as "agentName", note, status, created_at as "createdAt"
    from lead_flags where user_id = $1 order by created_at, id`,
};

// An agent asked with this address to be left out of the lists.
const optedOut = `
  select min(created_at) as "since" from suppressions where hash = contact_hash('email', $1) having count(*) > 0`;

/** What this service stores about a user: copies for reading lists, and what they reported. */
export async function userFacts(db: Queries, userId: string, email: string): Promise<ExportedFacts> {
  const facts: ExportedFacts = {
    person: (await db.maybe(person, [userId])) ?? null,
    account: (await db.maybe(account, [userId])) ?? null,
  };
  for (const [name, sql] of Object.entries(lists)) facts[name] = await db.query(sql, [userId]);
  return { ...facts, optedOut: (await db.maybe(optedOut, [email])) ?? null };
}

/** The id stays, so that an older event does not bring them back; their reports and exports stay without them. */
export const onUserDeleted = once(userDeleted, async ({ data: user }, tx) => {
  await users.forget(tx, user);
  await accounts.forget(tx, user);
  await blankExports(tx, user.id);
  await blankAudit(tx, user.id);
});
