import { once } from '@closingwire/chassis/consume';
import { type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { subscriptionEvents } from '@closingwire/contracts/billing';
import { leadListReady } from '@closingwire/contracts/leads';
import { announceOrderJob } from '../jobs.ts';
import { leadLists, subscriptions } from '../replicas.ts';
import { enqueueReadyMail, type ReadyList } from './ready-mails.ts';
import { mailRemoved } from './zip-removed.ts';

/** How long a ready list waits for the other lists of its order. A list that came alone waits for nothing. */
const WAIT = sql`interval '60 seconds'`;

type Scope = { zipCode: string } | { userId: string } | { orderId: string };

function isIn(scope: Scope): Sql {
  if ('zipCode' in scope) return sql`s.zip_code = ${scope.zipCode}`;
  return 'userId' in scope ? sql`s.account_id = ${scope.userId}` : sql`s.order_id = ${scope.orderId}`;
}

/** Clocks of processes differ, so the list may be up to two hours older than the subscription. */
const IS_READY = sql`l.zip_code = s.zip_code and l.ready_at >= s.created_at - interval '2 hours'`;

/** Subscriptions of older versions have their email only in `mails`. */
const IS_OPEN = sql`s.cancelled_at is null and s.announced_at is null
  and not exists (select from mails m where m.template = 'list-ready' and m.subject_key = s.id::text)`;

/**
 * Returns the subscriptions without this mail whose user is known and whose list is ready. List, subscription and user
 * arrive as three events; the last of them finds the other two.
 */
function readyListsOf(queries: Queries, scope: Scope): Promise<ReadyList[]> {
  return queries.query<ReadyList>(
    sql`select s.id as "subscriptionId", s.order_id as "orderId", u.id as "userId", u.email,
            u.first_name as "firstName", s.zip_code as "zipCode", s.city, s.state, l.agent_count as "agentCount",
            s.is_granted as "isGranted"
     from subscriptions s
     join lead_lists l on ${IS_READY}
     join users u on u.id = s.account_id and u.is_active
     where ${isIn(scope)} and ${IS_OPEN} order by s.zip_code`,
  );
}

/** Whether a list of the order is not ready, or a subscription of it has not arrived. */
async function isAnyPending(tx: Tx, orderId: string): Promise<boolean> {
  return tx.returnsRow(
    sql`select from subscriptions s where s.order_id = ${orderId}
     having count(*) < max(s.order_size)
       or bool_or(${IS_OPEN} and not exists (select from lead_lists l where ${IS_READY}))`,
  );
}

/** Mails these lists when the first of them has waited long enough. */
async function wait(tx: Tx, orderId: string, lists: readonly ReadyList[]): Promise<void> {
  const { until } = await tx.one<{ until: Date }>(
    sql`with waiting as (
       update subscriptions set waits_since = coalesce(waits_since, now())
       where id = any(${lists.map(({ subscriptionId }) => subscriptionId)}::uuid[]) returning waits_since)
     select min(waits_since) + ${WAIT} as until from waiting`,
  );
  await announceOrderJob.enqueue(tx, { orderId }, { runAt: until });
}

async function announce(tx: Tx, lists: readonly ReadyList[]): Promise<void> {
  await tx.execute(
    sql`update subscriptions set announced_at = now()
     where id = any(${lists.map(({ subscriptionId }) => subscriptionId)}::uuid[])`,
  );
  await enqueueReadyMail(tx, lists);
}

/** Without this lock, two concurrent events would each miss the other's uncommitted row, and no mail would be sent. */
const lock = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(7224206, 1)`);

/** Enqueues one mail for the ready lists of each order: when all are ready, or after a wait. */
export async function enqueueReadyMails(tx: Tx, scope: Scope): Promise<void> {
  await lock(tx);
  const found = await readyListsOf(tx, scope);
  for (const list of found) if (list.orderId === null) await announce(tx, [list]);
  for (const orderId of new Set(found.map(list => list.orderId))) {
    if (orderId === null) continue;
    const lists = await readyListsOf(tx, { orderId });
    if (await isAnyPending(tx, orderId)) await wait(tx, orderId, lists);
    else await announce(tx, lists);
  }
}

/** Mails the lists of an order that are ready; the others get a later mail. A second run finds nothing to mail. */
export async function announceOrder(tx: Tx, orderId: string): Promise<void> {
  await lock(tx);
  const lists = await readyListsOf(tx, { orderId });
  if (lists.length > 0) await announce(tx, lists);
}

const onLeadListReady = once(leadListReady, async ({ data: list }, tx) => {
  await leadLists.upsertIfNewer(tx, list);
  await enqueueReadyMails(tx, { zipCode: list.zipCode });
});

const onSubscriptionChanged = subscriptionEvents.map(event =>
  once(event, async ({ data: subscription }, tx) => {
    await subscriptions.upsertIfNewer(tx, subscription);
    await enqueueReadyMails(tx, { userId: subscription.accountId });
    await mailRemoved(tx, subscription);
  }),
);

export const listReadyHandlers = [onLeadListReady, ...onSubscriptionChanged];
