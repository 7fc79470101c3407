import { once } from '@closingwire/chassis/consume';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { subscriptionEvents } from '@closingwire/contracts/billing';
import { leadListReady } from '@closingwire/contracts/leads';
import { button, facts, greet, paragraph } from '@closingwire/contracts/mail-content';
import { z } from 'zod';
import { enqueueMail } from '../delivery/store.ts';
import { counted, defineTemplate } from '../delivery/template.ts';
import { leadLists, subscriptions } from '../replicas.ts';

export const listReady = defineTemplate('list-ready', {
  title: 'Lead list ready',
  purpose: 'notice',
  data: z.object({
    firstName: z.string(),
    zipCode: z.string(),
    city: z.string(),
    state: z.string(),
    agentCount: z.int(),
  }),
  compose: ({ firstName, zipCode, city, state, agentCount }, linkTo) => ({
    subject: `Your list for ${zipCode} ${city} is ready`,
    preview: `${counted(agentCount, 'recent closing')} in ${city}, ${state}, with the agents' contact details.`,
    heading: greet('Your list is ready', firstName),
    body: [
      paragraph('The first list of your ZIP code has arrived. It is brought up to date every day.'),
      facts({ 'ZIP code': zipCode, Place: `${city}, ${state}`, 'Closings in 7 days': String(agentCount) }),
      button('See the closings', linkTo('/dashboard')),
    ],
    reason: `You subscribed to ZIP code ${zipCode} at ClosingWire.`,
  }),
});

type ReadyList = {
  subscriptionId: string;
  userId: string;
  email: string;
  firstName: string;
  zipCode: string;
  city: string;
  state: string;
  agentCount: number;
};

type Scope = { zipCode: string } | { userId: string };

/**
 * Returns the subscriptions without this mail whose user is known and whose list is ready. List, subscription and user
 * arrive as three events; the last of them finds the other two. Clocks of processes differ, so the list may be up to
 * two hours older than the subscription.
 */
function readyListsOf(queries: Queries, scope: Scope): Promise<ReadyList[]> {
  return queries.query<ReadyList>(
    sql`select s.id as "subscriptionId", u.id as "userId", u.email, u.first_name as "firstName",
            s.zip_code as "zipCode", s.city, s.state, l.agent_count as "agentCount"
     from subscriptions s
     join lead_lists l on l.zip_code = s.zip_code and l.ready_at >= s.created_at - interval '2 hours'
     join users u on u.id = s.account_id and u.is_active
     where s.cancelled_at is null
       and ${'zipCode' in scope ? sql`s.zip_code = ${scope.zipCode}` : sql`s.account_id = ${scope.userId}`}
       and not exists (select from mails m where m.template = 'list-ready' and m.subject_key = s.id::text)`,
  );
}

/** Enqueues one mail per subscription whose first list is ready. */
export async function enqueueReadyMails(tx: Tx, scope: Scope): Promise<void> {
  // Without this lock, two concurrent events would each miss the other's uncommitted row, and no mail would be sent.
  await tx.query(sql`select pg_advisory_xact_lock(7224206, 1)`);
  for (const { subscriptionId, userId, email, ...data } of await readyListsOf(tx, scope))
    await enqueueMail(tx, listReady, { to: email, key: subscriptionId, userId, data });
}

const onLeadListReady = once(leadListReady, async ({ data: list }, tx) => {
  await leadLists.upsertIfNewer(tx, list);
  await enqueueReadyMails(tx, { zipCode: list.zipCode });
});

const onSubscriptionChanged = subscriptionEvents.map(event =>
  once(event, async ({ data: subscription }, tx) => {
    await subscriptions.upsertIfNewer(tx, subscription);
    await enqueueReadyMails(tx, { userId: subscription.accountId });
  }),
);

export const listReadyHandlers = [onLeadListReady, ...onSubscriptionChanged];
