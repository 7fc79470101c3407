import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';
import { deliverMailJob } from '../jobs.ts';
import type { StoredTemplate, Template } from './template.ts';

export type Claim<Data> = {
  to: string;
  /** What the mail is about: the same template goes to the same address about it once. */
  key: string;
  data: Data;
  userId?: string;
  replyTo?: string;
  id?: string;
  /** When it was asked for; by default now. */
  askedAt?: Date;
};

/**
 * Stores one mail to be sent, once: whether this claim is new. It leaves after the commit; a stored template checks its data
 * then. Nothing is stored for a deleted user; a deletion that is under way is waited for.
 */
export async function claimMail<Data extends object>(
  tx: Tx,
  template: Template<Data> | StoredTemplate,
  { to, key, data, userId, replyTo, id = newId(), askedAt }: Claim<Data>,
): Promise<boolean> {
  const claimed = await tx.maybe(
    sql`insert into mails (id, template, recipient, subject_key, user_id, reply_to, data, created_at)
     select ${id}, ${template.name}, ${to}, ${key}, ${userId ?? null}::uuid, ${replyTo ?? null}, ${JSON.stringify(data)}, least(now(), ${askedAt ?? null})
     where ${userId ?? null}::uuid is null or exists (select from users where id = ${userId ?? null}::uuid and not is_deleted for key share)
     on conflict do nothing returning id`,
  );
  if (claimed) await deliverMailJob.enqueue(tx, { mailId: id }, { priority: priorityOf(template) });
  return claimed !== undefined;
}

/** Somebody waits for every other mail; notices come by the hundred thousand, and may let the others pass. */
export const priorityOf = ({ purpose }: Pick<StoredTemplate, 'purpose'>): number =>
  purpose === 'notice' ? 10 : 0;

export type Mail = {
  id: string;
  template: string;
  /** `sending` when its sender died before the outcome was stored. */
  state: 'waiting' | 'sending';
  recipient: string;
  userId: string | null;
  replyTo: string | null;
  data: unknown;
  attempts: number;
  /** How often nobody could know whether it left. */
  unknowns: number;
  createdAt: Date;
};

/** To whom a mail of this template with this id went; undefined when there was none, or that is no longer kept. */
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

/** Marks a waiting mail as being sent: whether it was still waiting. */
export async function takeWaiting(queries: Queries, id: string): Promise<boolean> {
  const taken = await queries.maybe(
    sql`update mails set state = 'sending', attempts = attempts + 1 where id = ${id} and state = 'waiting' returning id`,
  );
  return taken !== undefined;
}

/** `isSecret`: it may not be stored to be sent again. `isFarewell`: to whom it went is forgotten, too. */
type Ending = { kind: string; reason: string; isSecret: boolean; isFarewell: boolean };

/**
 * Stores a mail's final outcome. Its content is forgotten when it was sent or held a secret; with the recipient goes what
 * the server replied, which may name them.
 */
export async function finish(queries: Queries, id: string, ending: Ending): Promise<void> {
  const { kind, reason, isSecret, isFarewell } = ending;
  await queries.execute(
    sql`update mails set state = ${kind}, last_error = case when not ${isFarewell} then nullif(${reason}, '') end, done_at = now(),
       data = case when ${isSecret || kind === 'sent'} then '{}' else data end, emptied_at = case when ${isSecret || kind === 'sent'} then now() end,
       recipient = case when ${isFarewell} then '' else recipient end,
       unknowns = unknowns + (${kind} = 'unknown')::int
     where id = ${id}`,
  );
}

/** Forgets the content of mails that ended before then without being sent. */
export async function emptyEndedBefore(queries: Queries, instant: Date): Promise<void> {
  await queries.execute(
    sql`update mails set data = '{}', emptied_at = now()
     where done_at < ${instant} and done_at is not null and emptied_at is null`,
  );
}

/** Forgets to whom mails of these templates went that ended before then. */
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

/** Back to waiting, to leave now: whether it is one that may be tried again. */
export async function tryAgain(tx: Tx, id: string): Promise<boolean> {
  const again = await tx.maybe(
    sql`update mails set state = 'waiting', done_at = null
     where id = ${id} and (state = 'waiting' or state in ('skipped', 'refused', 'unknown') and emptied_at is null)
     returning id`,
  );
  if (again) await deliverMailJob.enqueue(tx, { mailId: id });
  return again !== undefined;
}

/** Back to waiting: another try at that time. */
export async function putBack(
  tx: Tx,
  id: string,
  { kind, reason, ...place }: { kind: string; reason: string; runAt: Date; priority: number },
): Promise<void> {
  await tx.execute(
    sql`update mails set state = 'waiting', last_error = ${reason}, is_deferred = ${kind} = 'deferred',
       unknowns = unknowns + (${kind} = 'unknown')::int
     where id = ${id}`,
  );
  await deliverMailJob.enqueue(tx, { mailId: id }, place);
}
