import { once } from '@closingwire/chassis/consume';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import { subscriptionEvents } from '@closingwire/contracts/billing';
import { leadListReady } from '@closingwire/contracts/leads';
import { button, facts, greet, paragraph } from '@closingwire/contracts/mail-content';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { claimMail } from '../delivery/store.ts';
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
      facts({ 'ZIP code': zipCode, Place: `${city}, ${state}`, 'Recent closings': String(agentCount) }),
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

/**
 * The subscriptions of a ZIP, or of a user, whose list has come since they began and whose owner is known:
 * whichever of list, subscription and user arrives last finds the other two here. The two times are of two
 * processes, whose clocks may differ: a list of the two hours before counts as come since.
 */
function readyListsOf(
  queries: Queries,
  { zipCode, userId }: { zipCode?: string; userId?: string },
): Promise<ReadyList[]> {
  return queries.query<ReadyList>(
    sql`select s.id as "subscriptionId", u.id as "userId", u.email, u.first_name as "firstName",
            s.zip_code as "zipCode", s.city, s.state, l.agent_count as "agentCount"
     from subscriptions s
     join lead_lists l on l.zip_code = s.zip_code and l.ready_at >= s.created_at - interval '2 hours'
     join users u on u.id = s.account_id and u.is_active
     where s.cancelled_at is null
       and (${zipCode ?? null}::text is null or s.zip_code = ${zipCode ?? null}::text) and (${userId ?? null}::uuid is null or s.account_id = ${userId ?? null}::uuid)
       and not exists (select from mails m where m.template = 'list-ready' and m.subject_key = s.id::text)`,
  );
}

/** One mail for each subscription in scope whose first list has come. */
export async function claimReadyLists(tx: Tx, scope: { zipCode?: string; userId?: string }): Promise<void> {
  // List, subscription and user arrive side by side. One at a time here, or two of them would each miss the
  // other's row, not committed yet, and nobody would write the mail.
  await tx.query(sql`select pg_advisory_xact_lock(7224206, 1)`);
  for (const { subscriptionId, userId, email, ...data } of await readyListsOf(tx, scope))
    await claimMail(tx, listReady, { to: email, key: subscriptionId, userId, data });
}

const onLeadListReady = once(leadListReady, async ({ data: list }, tx) => {
  await leadLists.upsertIfNewer(tx, list);
  await claimReadyLists(tx, { zipCode: list.zipCode });
});

const onSubscriptionChanged = subscriptionEvents.map(event =>
  once(event, async ({ data: subscription }, tx) => {
    await subscriptions.upsertIfNewer(tx, subscription);
    await claimReadyLists(tx, { userId: subscription.accountId });
  }),
);

export const listReadyHandlers = [onLeadListReady, ...onSubscriptionChanged];
