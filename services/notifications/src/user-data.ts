import type { Queries } from '@closingwire/chassis/pg';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { markOf } from './delivery/marked.ts';

const preferences = `
  select email, first_name as "firstName", last_name as "lastName", email_notifications as "emailNotifications",
    (select opted_out_at from opt_outs where user_id = users.id) as "unsubscribedAt"
  from users where id = $1`;

// The content of a mail is not stored once it is sent, and until then may hold a secret.
const mails = `
  select id, template, recipient, state, attempts, created_at as "createdAt", done_at as "doneAt"
  from mails where user_id = $1 or recipient = $2 or reply_to = $2 order by created_at, id`;

const trial = `
  select expires_at as "expiresAt", has_active_payment as "hasActivePayment", zip_count as "zipCount",
    monthly_amount_cents as "monthlyAmountCents"
  from trials where account_id = $1`;

const subscriptions = `
  select id, zip_code as "zipCode", city, state, created_at as "createdAt", cancelled_at as "cancelledAt"
  from subscriptions where account_id = $1 order by created_at, id`;

/** What this service keeps about a user: which notices they want, and what was mailed to them. */
export async function userFacts(db: Queries, userId: string, email: string): Promise<ExportedFacts> {
  return {
    preferences: (await db.maybe(preferences, [userId])) ?? null,
    mails: await db.query(mails, [userId, email]),
    undeliverable: (await markOf(db, email)) ?? null,
    trial: (await db.maybe(trial, [userId])) ?? null,
    subscriptions: await db.query(subscriptions, [userId]),
  };
}
