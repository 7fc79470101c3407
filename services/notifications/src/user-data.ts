import { type Queries, sql } from '@closingwire/chassis/pg';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { markOf } from './delivery/marked.ts';

const preferences = (userId: string) => sql`
  select email, first_name as "firstName", last_name as "lastName", email_notifications as "emailNotifications",
    (select opted_out_at from opt_outs where user_id = users.id) as "unsubscribedAt"
  from users where id = ${userId}`;

/** Without the content: it is deleted once a mail is sent and may hold a secret until then. */
const mails = (userId: string, email: string) => sql`
  select id, template, recipient, state, attempts, created_at as "createdAt", done_at as "doneAt"
  from mails where user_id = ${userId} or recipient = ${email} or reply_to = ${email} order by created_at, id`;

const trial = (userId: string) => sql`
  select expires_at as "expiresAt", has_active_payment as "hasActivePayment", zip_count as "zipCount",
    monthly_amount_cents as "monthlyAmountCents"
  from trials where account_id = ${userId}`;

const subscriptions = (userId: string) => sql`
  select id, zip_code as "zipCode", city, state, created_at as "createdAt", cancelled_at as "cancelledAt"
  from subscriptions where account_id = ${userId} order by created_at, id`;

/** Returns what this service stores about a user, for their export. */
export const userFacts = async (db: Queries, userId: string, email: string): Promise<ExportedFacts> => ({
  preferences: (await db.maybe(preferences(userId))) ?? null,
  mails: await db.query(mails(userId, email)),
  undeliverable: (await markOf(db, email)) ?? null,
  trial: (await db.maybe(trial(userId))) ?? null,
  subscriptions: await db.query(subscriptions(userId)),
});
