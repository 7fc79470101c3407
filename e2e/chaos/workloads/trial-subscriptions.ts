import { subscriptionCreated } from '@closingwire/contracts/billing';
import { freeZips } from '../../platform/free-zips.ts';
import type { User } from '../../platform/user.ts';
import { countIn, countKeys, countMails, rowsOf, unknownMails } from '../look.ts';
import { eventsOf } from '../topic.ts';
import { untilReplied } from '../verdict.ts';
import type { Observation, Sent, Stage, Workload } from '../workload.ts';

type Order = Sent & { email: string; zip: string };

/** Users order ZIPs on trial, one at a time, and repeat an order until there is a reply. */
export function trialSubscriptions({ whole, random }: Stage, users: readonly User[]): Workload {
  const orders: Order[] = [];
  const taken = new Set<string>();

  async function someFreeZip(user: User): Promise<string | undefined> {
    const free = await freeZips(user, 5).catch(() => []);
    const zip = free.find(candidate => !taken.has(candidate));
    if (zip !== undefined) taken.add(zip);
    return zip;
  }

  return {
    name: 'trial subscriptions',
    pauseMs: 100,
    async step() {
      if (users.length === 0) return;
      const user = random.pick(users);
      const zip = await someFreeZip(user);
      if (zip === undefined) return;
      const { verdict } = await untilReplied(() =>
        user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [zip] }),
      );
      orders.push({ key: `${user.email} ${zip}`, verdict, email: user.email, zip });
    },
    observe: () => observeOrders(whole, orders),
  };
}

async function observeOrders(whole: Stage['whole'], orders: readonly Order[]): Promise<Observation[]> {
  const keys = orders.map(({ key }) => key);
  const zips = orders.map(({ zip }) => zip);
  const subscriptions = await rowsOf<{ id: string; key: string }>(
    whole,
    'billing',
    `select s.id::text, email || ' ' || zip_code as key from subscriptions s join accounts a on a.id = account_id
     where cancelled_at is null and email || ' ' || zip_code = any($1)`,
    [keys],
  );
  const keyOfSubscription = new Map(subscriptions.map(({ id, key }) => [id, key]));
  const events = await eventsOf(whole, subscriptionCreated);
  const unknown = await unknownMails(whole, 'list-ready', 'subject_key');
  const byZip = orders.map(({ zip, verdict }) => ({ key: zip, verdict }));
  // A ZIP released before the run also has its earlier holder's claims and deliveries.
  const inCatalog = (table: string, condition: string) => {
    const key = "u.email || ' ' || t.zip_code";
    const sql = `select ${key} as key from ${table} t join users u on u.id = t.user_id
      where ${key} = any($1) and ${condition}`;
    return countIn(whole, 'catalog', sql, keys);
  };
  return [
    { where: 'billing: subscriptions', sent: orders, counts: countKeys(subscriptions) },
    {
      where: 'topic subscription.created',
      sent: orders,
      counts: countKeys(events.map(({ id }) => ({ key: keyOfSubscription.get(id) ?? id }))),
    },
    {
      where: 'catalog: confirmed claims',
      sent: orders,
      counts: await inCatalog('claims', "t.state = 'confirmed'"),
    },
    {
      where: 'catalog: webhooks delivered',
      sent: orders,
      counts: await inCatalog('webhook_deliveries', "t.reason = 'assigned' and t.state = 'delivered'"),
    },
    {
      where: 'leads: lists',
      sent: byZip,
      counts: await countIn(whole, 'leads', 'select zip as key from lead_lists where zip = any($1)', zips),
    },
    {
      where: "mail 'list ready'",
      sent: orders,
      counts: await countMails(whole, ({ subject, to }) => {
        const zip = /^Your list for (\d{5}) .* is ready$/.exec(subject)?.[1];
        return zip && `${to[0]?.address} ${zip}`;
      }),
      mayMiss: new Set([...unknown].map(id => keyOfSubscription.get(id) ?? id)),
    },
  ];
}
