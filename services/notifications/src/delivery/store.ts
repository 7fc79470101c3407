import { newId } from '@closingwire/chassis/ids';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { deliverMailJob } from '../jobs.ts';
import type { StoredTemplate, Template } from './template.ts';

export type NewMail<Data> = {
  to: string;
  /** Makes the mail unique: a template is mailed to an address once per key. */
  key: string;
  data: Data;
  userId?: string;
  replyTo?: string;
  id?: string;
  /** By default now. */
  askedAt?: Date;
};

/**
 * Stores a mail and enqueues its delivery. Returns false if the mail exists, or if its user is deleted. Waits for a
 * concurrent deletion.
 */
export async function enqueueMail<Data extends object>(
  tx: Tx,
  template: Template<Data> | StoredTemplate,
  { to, key, data, userId, replyTo, id = newId(), askedAt }: NewMail<Data>,
): Promise<boolean> {
  const isAdded = await tx.returnsRow(
    sql`insert into mails (id, template, recipient, subject_key, user_id, reply_to, data, created_at)
     select ${id}, ${template.name}, ${to}, ${key}, ${userId ?? null}::uuid, ${replyTo ?? null},
       ${JSON.stringify(data)}, least(now(), ${askedAt ?? null})
     where ${userId === undefined ? sql`true` : sql`exists (select from users where id = ${userId} and not is_deleted for key share)`}
     on conflict do nothing returning id`,
  );
  if (isAdded) await deliverMailJob.enqueue(tx, { mailId: id }, { priority: priorityOf(template) });
  return isAdded;
}

/** Returns whether a template is mailed about a subject, to any address: its user may have changed theirs since. */
export const isPlanned = (tx: Tx, { name }: Pick<StoredTemplate, 'name'>, key: string): Promise<boolean> =>
  tx.returnsRow(sql`select from mails where template = ${name} and subject_key = ${key}`);

/** Returns whether a template is mailed about a subject whose key begins so. */
export const isAnyPlanned = (
  tx: Tx,
  { name }: Pick<StoredTemplate, 'name'>,
  start: string,
): Promise<boolean> =>
  tx.returnsRow(
    sql`select from mails where template = ${name} and starts_with(subject_key, ${start}) limit 1`,
  );

/** Notices come last: users wait for every other mail, and notices come by the hundred thousand. */
export const priorityOf = ({ purpose }: Pick<StoredTemplate, 'purpose'>): number =>
  purpose === 'notice' ? 10 : 0;

export type Mail = {
  id: string;
  template: string;
  /** `sending`: an earlier run crashed before it stored the outcome. */
  state: 'waiting' | 'sending';
  recipient: string;
  userId: string | null;
  replyTo: string | null;
  data: unknown;
  attempts: number;
  /** How many attempts had an unknown outcome. */
  unknowns: number;
  createdAt: Date;
};

/** Returns the recipient of a mail; undefined if there is no such mail, or its recipient was deleted. */
export async function recipientOfMail(
  queries: Queries,
  { name }: Pick<Template<object>, 'name'>,
  id: string,
): Promise<string | undefined> {
  const mail = await queries.maybe<{ recipient: string }>(
    sql`select recipient from mails where id = ${id} and template = ${name} and recipient <> ''`,
  );
  return mail?.recipient;
}

export function findUndone(queries: Queries, id: string): Promise<Mail | undefined> {
  return queries.maybe<Mail>(
    sql`select id, template, state, recipient, user_id as "userId", reply_to as "replyTo", data, attempts, unknowns,
       created_at as "createdAt"
     from mails where id = ${id} and state in ('waiting', 'sending')`,
  );
}

/** Marks a waiting mail as `sending`. Returns false if it is no longer waiting. */
export function takeWaiting(queries: Queries, id: string): Promise<boolean> {
  return queries.returnsRow(
    sql`update mails set state = 'sending', attempts = attempts + 1
     where id = ${id} and state = 'waiting' returning id`,
  );
}

/** `isEmptied`: the content is deleted. `isFarewell`: the recipient is deleted, too. */
type Ending = { kind: string; reason: string; isEmptied: boolean; isFarewell: boolean };

/** Stores a mail's final outcome. A farewell keeps no recipient, and not the server's reply, which may name them. */
export async function finish(queries: Queries, id: string, ending: Ending): Promise<void> {
  const { kind, reason, isEmptied, isFarewell } = ending;
  await queries.execute(
    sql`update mails set state = ${kind}, last_error = ${isFarewell || reason === '' ? null : reason}, done_at = now(),
       data = case when ${isEmptied} then '{}' else data end, emptied_at = case when ${isEmptied} then now() end,
       recipient = case when ${isFarewell} then '' else recipient end,
       unknowns = unknowns + ${kind === 'unknown' ? 1 : 0}
     where id = ${id}`,
  );
}

/** Deletes the content of unsent mails that ended before `instant`. */
export async function emptyEndedBefore(queries: Queries, instant: Date): Promise<void> {
  await queries.execute(
    sql`update mails set data = '{}', emptied_at = now()
     where done_at < ${instant} and done_at is not null and emptied_at is null`,
  );
}

/** Deletes the recipients of mails of these templates that ended before `instant`. */
export async function forgetRecipientsBefore(
  queries: Queries,
  templates: readonly string[],
  instant: Date,
): Promise<void> {
  await queries.execute(
    sql`update mails set recipient = '', last_error = null
     where template = any(${templates}) and done_at < ${instant} and recipient <> ''`,
  );
}

/** SQL that is true of an ended mail that can be sent again: it was not sent and still has its content. */
export const isReplayable = sql`(state in ('skipped', 'refused', 'unknown') and emptied_at is null)`;

/** Sets a mail to waiting and enqueues its delivery now. Returns false if it cannot be sent again. */
export async function tryAgain(tx: Tx, id: string): Promise<boolean> {
  const isAgain = await tx.returnsRow(
    sql`update mails set state = 'waiting', done_at = null
     where id = ${id} and (state = 'waiting' or ${isReplayable}) returning id`,
  );
  if (isAgain) await deliverMailJob.enqueue(tx, { mailId: id });
  return isAgain;
}

/** Sets a mail to waiting again and enqueues its next attempt for `runAt`. */
export async function putBack(
  tx: Tx,
  id: string,
  { kind, reason, ...options }: { kind: string; reason: string; runAt: Date; priority: number },
): Promise<void> {
  await tx.execute(
    sql`update mails set state = 'waiting', last_error = ${reason}, is_deferred = ${kind === 'deferred'},
       unknowns = unknowns + ${kind === 'unknown' ? 1 : 0}
     where id = ${id}`,
  );
  await deliverMailJob.enqueue(tx, { mailId: id }, options);
}
