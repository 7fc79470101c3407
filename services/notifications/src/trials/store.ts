import type { Queries } from '@closingwire/chassis/pg';
import sql, { raw } from 'sql-template-tag';
import { isMarkedSql } from '../delivery/marked.ts';

export type UnpaidTrial = {
  accountId: string;
  email: string;
  firstName: string;
  expiresAt: Date;
  zipCount: number;
  monthlyAmountCents: number;
};

// Asked before a mail is claimed, so that one is due again when its user turns notices on; `mails/send.ts` asks once more.
const unpaidTrial = `
  select account_id as "accountId", email, first_name as "firstName", expires_at as "expiresAt",
         zip_count as "zipCount", monthly_amount_cents as "monthlyAmountCents"
  from trials join users on users.id = account_id
  where not has_active_payment and is_active and not is_admin and email_notifications
    and not exists (select from opt_outs where user_id = account_id) and not ${isMarkedSql('email')}`;

/** Not of a subscription that ended, nor where nothing closes because all ZIPs were granted. */
const remindable = `${unpaidTrial} and payment_state = 'none' and (zip_count > 0 or granted_zip_count = 0)`;

/**
 * Those who may get a trial mail (no payment method, no admin, notices wanted) and whose trial ends in (after, until].
 */
export function unpaidTrialsEnding(
  queries: Queries,
  { after, until }: { after: Date | null; until: Date },
): Promise<UnpaidTrial[]> {
  return queries.query<UnpaidTrial>(
    sql`${raw(remindable)} and (${after}::timestamptz is null or expires_at > ${after}::timestamptz) and expires_at <= ${until} order by expires_at`,
  );
}

export function unpaidTrialOf(queries: Queries, accountId: string): Promise<UnpaidTrial | undefined> {
  return queries.maybe<UnpaidTrial>(sql`${raw(unpaidTrial)} and account_id = ${accountId}`);
}

export function remindableTrialOf(queries: Queries, accountId: string): Promise<UnpaidTrial | undefined> {
  return queries.maybe<UnpaidTrial>(sql`${raw(remindable)} and account_id = ${accountId}`);
}
