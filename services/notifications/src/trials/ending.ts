import { type Queries, sql } from '@closingwire/chassis/pg';
import { reminderDays } from '@closingwire/contracts/billing';
import type { EndingTrial } from '@closingwire/contracts/notifications';
import { isMarked } from '../delivery/marked.ts';
import { MAY_BE_REMINDED } from './store.ts';
import { trialTemplates } from './trial-mails.ts';

const MOST_TRIALS = 20;
const DAY_MS = 86_400_000;

type Row = Pick<EndingTrial, 'userId' | 'email' | 'name' | 'zips' | 'getsNotices'> & {
  expiresAt: Date;
  lastMail: {
    template: string;
    state: NonNullable<EndingTrial['lastMail']>['state'];
    createdAt: string;
  } | null;
};

const titleOf = (name: string) => trialTemplates.find(template => template.name === name)?.title ?? name;

/** Returns when the next reminder is due: some days before the end of a trial, or at its end. */
export function nextReminder(expiresAt: Date, now: Date): Date | undefined {
  return reminderDays.map(days => new Date(expiresAt.getTime() - days * DAY_MS)).find(at => at > now);
}

/** Lists the unpaid trials that end next. A user who gets no notices gets none about the trial. */
export async function listEndingTrials(db: Queries, now: Date): Promise<EndingTrial[]> {
  const rows = await db.query<Row>(
    sql`select account_id as "userId", email, trim(first_name || ' ' || last_name) as name,
       zip_count + granted_zip_count as zips, expires_at as "expiresAt",
       email_notifications and not exists (select from opt_outs where user_id = account_id)
         and not ${isMarked(sql`email`)} as "getsNotices",
       (select json_build_object('template', m.template, 'state', m.state, 'createdAt', m.created_at) from mails m
        where m.user_id = account_id and m.template in ('trial-expiring', 'trial-expired')
        order by m.created_at desc limit 1) as "lastMail"
     from trials join users on users.id = account_id
     where ${MAY_BE_REMINDED} and expires_at > ${now} order by expires_at, account_id limit ${MOST_TRIALS}`,
  );
  return rows.map(({ expiresAt, lastMail, ...trial }) => ({
    ...trial,
    expiresAt: expiresAt.toISOString(),
    lastMail: lastMail && {
      title: titleOf(lastMail.template),
      state: lastMail.state,
      createdAt: new Date(lastMail.createdAt).toISOString(),
    },
    nextMailAt: (trial.getsNotices && nextReminder(expiresAt, now)?.toISOString()) || null,
  }));
}
