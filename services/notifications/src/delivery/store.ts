import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';
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
    `insert into mails (id, template, recipient, subject_key, user_id, reply_to, data, created_at)
     select $1, $2, $3, $4, $5::uuid, $6, $7, least(now(), $8)
     where $5::uuid is null or exists (select from users where id = $5::uuid and not is_deleted for key share)
     on conflict do nothing returning id`,
    [id, template.name, to, key, userId ?? null, replyTo ?? null, JSON.stringify(data), askedAt ?? null],
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
    `select recipient from mails where id = $1 and template = $2 and recipient <> ''`,
    [id, name],
  );
  return mail?.recipient;
}

export function findUndone(queries: Queries, id: string): Promise<Mail | undefined> {
  return queries.maybe<Mail>(
    `select id, template, state, recipient, user_id as "userId", reply_to as "replyTo", data, attempts, unknowns,
       created_at as "createdAt"
     from mails where id = $1 and state in ('waiting', 'sending')`,
    [id],
  );
}

/** Marks a waiting mail as being sent: whether it was still waiting. */
export async function takeWaiting(queries: Queries, id: string): Promise<boolean> {
  const taken = await queries.maybe(
    `update mails set state = 'sending', attempts = attempts + 1 where id = $1 and state = 'waiting' returning id`,
    [id],
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
  await queries.query(
    `update mails set state = $2, last_error = case when not $4 then nullif($3, '') end, done_at = now(),
       data = case when $5 then '{}' else data end, emptied_at = case when $5 then now() end,
       recipient = case when $4 then '' else recipient end,
       unknowns = unknowns + ($2 = 'unknown')::int
     where id = $1`,
    [id, kind, reason, isFarewell, isSecret || kind === 'sent'],
  );
}

/** Forgets the content of mails that ended before then without being sent. */
export async function emptyEndedBefore(queries: Queries, instant: Date): Promise<void> {
  await queries.query(
    `update mails set data = '{}', emptied_at = now()
     where done_at < $1 and done_at is not null and emptied_at is null`,
    [instant],
  );
}

/** Forgets to whom mails of these templates went that ended before then. */
export async function forgetRecipientsBefore(
  queries: Queries,
  templates: readonly string[],
  instant: Date,
): Promise<void> {
  await queries.query(
    `update mails set recipient = '', last_error = null
     where template = any($1) and done_at < $2 and recipient <> ''`,
    [templates, instant],
  );
}

/** Back to waiting, to leave now: whether it is one that may be tried again. */
export async function tryAgain(tx: Tx, id: string): Promise<boolean> {
  const again = await tx.maybe(
    `update mails set state = 'waiting', done_at = null
     where id = $1 and (state = 'waiting' or state in ('skipped', 'refused', 'unknown') and emptied_at is null)
     returning id`,
    [id],
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
    `update mails set state = 'waiting', last_error = $3, is_deferred = $2 = 'deferred',
       unknowns = unknowns + ($2 = 'unknown')::int
     where id = $1`,
    [id, kind, reason],
  );
  await deliverMailJob.enqueue(tx, { mailId: id }, place);
}
