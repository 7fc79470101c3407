import { AppError } from '@closingwire/chassis/app-error';
import { type Pg, type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { AddressMark, LoggedMail } from '@closingwire/contracts/notifications';
import { endMark, lockMark, markOf } from '../delivery/marked.ts';
import { enqueueMail } from '../delivery/store.ts';
import { testEmail } from './test-email.ts';

type Owner = { id: string; email: string; firstName: string };
type EmailStatus = { email: string; mark: AddressMark | null; test: LoggedMail['state'] | null };

/** Returns the user; undefined until their first event has arrived. */
const ownerOf = (queries: Queries, userId: string) =>
  queries.maybe<Owner>(
    sql`select id, email, first_name as "firstName" from users where id = ${userId} and not is_deleted`,
  );

async function statusOf(queries: Queries, owner: Owner | undefined): Promise<EmailStatus> {
  if (!owner) return { email: '', mark: null, test: null };
  const mark = (await markOf(queries, owner.email)) ?? null;
  const test =
    mark &&
    (await queries.maybe<{ state: LoggedMail['state'] }>(
      sql`select state from mails
       where user_id = ${owner.id} and template = ${testEmail.name} and lower(recipient) = lower(${owner.email})
         and created_at >= ${mark.since}
       order by created_at desc, id desc limit 1`,
    ));
  return { email: owner.email, mark, test: test?.state ?? null };
}

export const emailStatus = async (queries: Queries, userId: string): Promise<EmailStatus> =>
  statusOf(queries, await ownerOf(queries, userId));

const TESTS_PER_HOUR = 5;

async function refuseTooMany(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from mails
     where user_id = ${userId} and template = ${testEmail.name} and created_at > now() - interval '1 hour'`,
  );
  if (count < TESTS_PER_HOUR) return;
  throw new AppError('too-many', 'too_many_tests', 'Too many test emails; try again in an hour', {
    detail: { retryAfterSeconds: 3_600 },
  });
}

const isPending = ({ test }: EmailStatus) => test === 'waiting' || test === 'sending';

/** Sends a test email to a marked address, unless one is pending. `requestId` makes the mail unique. */
export function sendTestEmail(pg: Pg, userId: string, requestId: string): Promise<EmailStatus> {
  return pg.transaction(async tx => {
    const owner = await ownerOf(tx, userId);
    if (owner) await lockMark(tx, owner.email);
    const status = await statusOf(tx, owner);
    if (!owner || !status.mark || isPending(status)) return status;
    await refuseTooMany(tx, userId);
    const { email: to, firstName } = owner;
    await enqueueMail(tx, testEmail, { to, key: requestId, userId, data: { firstName } });
    return statusOf(tx, owner);
  });
}

export async function endMarkOfUser(pg: Pg, userId: string): Promise<void> {
  const isEnded = await pg.transaction(async tx => {
    const owner = await ownerOf(tx, userId);
    return owner !== undefined && (await endMark(tx, owner.email));
  });
  if (isEnded) return;
  throw new AppError('missing', 'address_not_marked', 'The address of this user is not marked');
}
