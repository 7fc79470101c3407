import { type Queries, sql } from '@closingwire/chassis/pg';
import { isMarked } from '../delivery/marked.ts';

export type UnpaidTrial = {
  accountId: string;
  email: string;
  firstName: string;
  expiresAt: Date;
  zipCount: number;
  monthlyAmountCents: number;
};

// These conditions are checked before a mail is stored: it stays due until its user turns notices on. `mails/send.ts`
// checks them again.
const UNPAID_TRIAL = sql`
  select account_id as "accountId", email, first_name as "firstName", expires_at as "expiresAt",
         zip_count as "zipCount", monthly_amount_cents as "monthlyAmountCents"
  from trials join users on users.id = account_id
  where not has_active_payment and is_active and not is_admin and email_notifications
    and not exists (select from opt_outs where user_id = account_id) and not ${isMarked(sql`email`)}`;

/** Excludes ended subscriptions, and accounts that have only granted ZIPs, which are not released. */
const IS_RELEASED = sql`payment_state = 'none' and (zip_count > 0 or granted_zip_count = 0)`;
const REMINDABLE = sql`${UNPAID_TRIAL} and ${IS_RELEASED}`;

/** The condition that a trial has reminders, if its user gets notices. */
export const MAY_BE_REMINDED = sql`not has_active_payment and is_active and not is_admin and ${IS_RELEASED}`;

/** Returns the trials that end after `after` and not after `until`, of users who may get a trial mail. */
export function unpaidTrialsEnding(
  queries: Queries,
  { after, until }: { after: Date | null; until: Date },
): Promise<UnpaidTrial[]> {
  return queries.query<UnpaidTrial>(
    sql`${REMINDABLE} and (${after}::timestamptz is null or expires_at > ${after}::timestamptz)
     and expires_at <= ${until} order by expires_at`,
  );
}

export function unpaidTrialOf(queries: Queries, accountId: string): Promise<UnpaidTrial | undefined> {
  return queries.maybe<UnpaidTrial>(sql`${UNPAID_TRIAL} and account_id = ${accountId}`);
}

export function remindableTrialOf(queries: Queries, accountId: string): Promise<UnpaidTrial | undefined> {
  return queries.maybe<UnpaidTrial>(sql`${REMINDABLE} and account_id = ${accountId}`);
}
