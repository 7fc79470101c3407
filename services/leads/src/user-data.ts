import { once } from '@closingwire/chassis/consume';
import { type Queries, sql } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import { deleteDigest } from './digest/store.ts';
import { forgetChoices } from './exports/choice.ts';
import { blankExports } from './lists/export-log.ts';
import { forgetExports } from './lists/kept-exports.ts';
import { blankAudit } from './opt-out/audit.ts';
import { forgetHistory } from './outcomes/store.ts';
import { forgetOwnLists } from './own-lists/store.ts';
import { accounts, users } from './replicas.ts';
import { findViews } from './today/views.ts';
import { watchesOf } from './today/watches.ts';

const user = (id: string) => sql`
  select id, email, first_name as "firstName", last_name as "lastName", status, activated_at as "activatedAt"
  from users where id = ${id}`;

const account = (id: string) => sql`
  select trial_expires_at as "trialExpiresAt", has_active_payment as "hasActivePayment",
    payment_state as "paymentState", monthly_amount_cents as "monthlyAmountCents"
  from accounts where id = ${id}`;

const subscriptions = (userId: string) => sql`
  select id, zip as "zipCode", cancelled_at as "cancelledAt" from subscriptions
  where account_id = ${userId} order by zip, id`;

const exports = (userId: string) => sql`
  select at, format, filters, host(ip) as ip, user_agent as "userAgent" from export_log
  where user_id = ${userId} order by id`;

const keptExports = (userId: string) => sql`
  select made_at as "madeAt", format, preset, columns, filters, is_only_new as "onlyNew", compared_with as "comparedWith",
    view_name as "viewName", agents, closings
  from kept_exports where account_id = ${userId} and is_sent order by made_at, id`;

const fileChoices = (userId: string) => sql`
  select choice, null as "viewId" from file_choices where account_id = ${userId}
  union all select choice, view_id from view_file_choices where account_id = ${userId}`;

/** Their entries are hashes of contacts of others. */
const ownLists = (userId: string) => sql`
  select kind, file_name as "fileName", emails, phones, uploaded_at as "uploadedAt"
  from own_lists where account_id = ${userId} order by kind`;

const flags = (userId: string) => sql`
  select id, zip as "zipCode", agent_name as "agentName", note, status, created_at as "createdAt"
  from lead_flags where user_id = ${userId} order by created_at, id`;

const outcomes = (userId: string) => sql`
  select o.id, (select a.full_name from agents a where a.zip = o.zip and a.id = o.row_id) as "agentName", o.outcome,
    o.note, o.follow_up_on as "followUpOn", o.made_at as "madeAt"
  from outcomes o where o.account_id = ${userId} order by o.made_at, o.id`;

const visit = (userId: string) => sql`select seen_at as "seenAt" from visits where account_id = ${userId}`;
const digest = (userId: string) => sql`
  select frequency, weekday, local_time as "localTime", time_zone as "timeZone", view_id as "viewId",
    next_at as "nextAt", last_through as "lastThrough", last_sent_at as "lastSentAt"
  from digests where account_id = ${userId}`;

/** Since when an agent with this address is left out of the lists. */
const optedOut = (email: string) => sql`
  select min(created_at) as "since" from suppressions where hash = contact_hash('email', ${email}) having count(*) > 0`;

/** Everything that this service stores about a user. */
export const userFacts = async (db: Queries, userId: string, email: string): Promise<ExportedFacts> => ({
  person: (await db.maybe(user(userId))) ?? null,
  account: (await db.maybe(account(userId))) ?? null,
  subscriptions: await db.query(subscriptions(userId)),
  exports: await db.query(exports(userId)),
  keptExports: await db.query(keptExports(userId)),
  fileChoices: await db.query(fileChoices(userId)),
  ownLists: await db.query(ownLists(userId)),
  flags: await db.query(flags(userId)),
  outcomes: await db.query(outcomes(userId)),
  watches: await watchesOf(db, userId),
  views: await findViews(db, userId),
  visit: (await db.maybe(visit(userId))) ?? null,
  digest: (await db.maybe(digest(userId))) ?? null,
  optedOut: (await db.maybe(optedOut(email))) ?? null,
});

/** Keeps the id, so that an older event does not restore the user; flags and exports stay without the user's data. */
export const onUserDeleted = once(userDeleted, async ({ data: user }, tx) => {
  await users.forget(tx, user);
  await accounts.forget(tx, user);
  await blankExports(tx, user.id);
  await forgetExports(tx, user.id);
  await forgetChoices(tx, user.id);
  await forgetOwnLists(tx, user.id);
  await blankAudit(tx, user.id);
  await forgetHistory(tx, user.id);
  await deleteDigest(tx, user.id);
});
