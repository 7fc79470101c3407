import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '@closingwire/chassis/outbox';
import { until } from '@closingwire/chassis/testing';
import { standingChanged } from '@closingwire/contracts/billing';
import { openEvents, rowsOf } from './databases.ts';
import { cpuMsEach, cpuSecondsOf } from './leads/leads-platform.ts';
import { paced, watchCommits } from './nation/effects.ts';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { cookieOf, markRefreshedToday, wideLimits } from './nation/visitors.ts';
import { percentile } from './quantiles.ts';

const EVENTS = { perSecond: 500, count: Number(process.env.EVENTS ?? 12_000), warmUp: 6_000 };
const ORDERS = { perSecond: Number(process.env.PER_SECOND ?? 20), count: Number(process.env.ORDERS ?? 200) };
const WARM_UP = { perSecond: 5, count: 100 };
/** Wait for the work that processes do after their start. */
const STARTING_MS = 10_000;

type Servers = Awaited<ReturnType<typeof startNationServers>>['servers'];

const line = (what: string, ms: number[], goal: string) => {
  const sorted = ms.toSorted((a, b) => a - b);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  console.log(
    `${what}: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${sorted.length} (goal ${goal})`,
  );
};

/** Measures from the commit of billing's event to the commit of leads' copy. */
async function events({ postgresUrl }: Servers): Promise<void> {
  const sql = `select id, version, trial_days as "trialDays", trial_started_at as "startedAt",
    trial_expires_at as "expiresAt" from accounts where email like '%@nation%' order by id limit ${EVENTS.count}`;
  type Account = { id: string; version: number; trialDays: number; startedAt: Date; expiresAt: Date };
  const accounts = await rowsOf<Account>(postgresUrl('billing'), sql);
  const billing = openEvents(postgresUrl('billing'), 20);
  const effects = await watchCommits(postgresUrl('leads'), { table: 'accounts', column: 'id' });
  // Higher than the versions of earlier runs.
  const version = Math.floor(Date.now() / 1_000);
  const committedAt = new Map<string, number>();
  await paced({ ...EVENTS, count: accounts.length }, async n => {
    const account = accounts[n];
    if (!account) return;
    await billing.transaction(tx =>
      publish(tx, standingChanged, {
        id: account.id,
        version,
        trialDays: account.trialDays,
        trialStartedAt: account.startedAt.toISOString(),
        trialExpiresAt: account.expiresAt.toISOString(),
        hasActivePayment: false,
        stripeCustomerId: null,
        zipCount: 3,
        monthlyAmountCents: 4_500,
      }),
    );
    committedAt.set(account.id, performance.now());
  });
  await until(() => [...committedAt.keys()].every(id => effects.at.has(id)), { timeoutMs: 60_000 });
  const warm = [...committedAt].slice(EVENTS.warmUp);
  const ms = warm.map(([id, at]) => (effects.at.get(id) ?? Number.NaN) - at);
  line(`event at ${EVENTS.perSecond}/s, commit to effect`, ms, 'p99 ≤ 100');
  await effects.stop();
  await billing.part.stop();
}

type Buyer = { email: string; zip: string };

/** Returns users in trial, each with a ZIP that their industry has not claimed. */
async function buyers({ postgresUrl }: Servers): Promise<Buyer[]> {
  const free = await rowsOf<{ zip: string; industry: string }>(
    postgresUrl('catalog'),
    `select distinct on (zip_code) zip_code as zip, industry from claims c where state = 'released' and not exists (
       select from claims o where o.zip_code = c.zip_code and o.industry = c.industry and o.state <> 'released')
     order by zip_code, industry limit 5000`,
  );
  const users = await rowsOf<{ email: string; industry: string }>(
    postgresUrl('billing'),
    `select email, industry from accounts where trial_expires_at > now() + interval '1 day' and payment_state = 'none'
       and email like '%@nation%' order by id limit 5000`,
  );
  const chosen: Buyer[] = [];
  for (const { email, industry } of users) {
    if (chosen.length === ORDERS.count + WARM_UP.count) break;
    const at = free.findIndex(zip => zip.industry === industry);
    if (at < 0) continue;
    const [taken] = free.splice(at, 1);
    if (taken) chosen.push({ email, zip: taken.zip });
  }
  return chosen;
}

async function order(url: string, cookie: string, zip: string): Promise<void> {
  const reply = await fetch(`${url}/api/subscribe/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: url },
    body: JSON.stringify({ zipCodeIds: [zip] }),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
}

/** Measures from an order to its first closings, and to its email in the inbox, with warm processes. */
async function orders(servers: Servers, url: string): Promise<void> {
  const signedIn: (Buyer & { cookie: string })[] = [];
  for (const buyer of await buyers(servers)) {
    signedIn.push({ ...buyer, cookie: await cookieOf(url, buyer.email) });
  }
  const lists = await watchCommits(servers.postgresUrl('leads'), { table: 'lead_lists', column: 'zip' });
  const mails = await watchCommits(servers.postgresUrl('notifications'), {
    table: 'mails',
    column: 'subject_key',
    where: `new.state = 'sent' and new.template = 'list-ready'`,
  });
  const subscriptionOf = new Map<string, string>();
  const orderedAt = new Map<string, number>();
  const orderFor = (buyer: (typeof signedIn)[number] | undefined) => {
    if (!buyer) return Promise.resolve();
    orderedAt.set(buyer.zip, performance.now());
    return order(url, buyer.cookie, buyer.zip);
  };
  const [first, rest] = [signedIn.slice(0, WARM_UP.count), signedIn.slice(WARM_UP.count)];
  await paced({ ...WARM_UP, count: first.length }, n => orderFor(first[n]));
  await until(() => first.every(({ zip }) => lists.at.has(zip)), { timeoutMs: 60_000 });
  const before = cpuSecondsOf(nationFolder);
  await paced({ ...ORDERS, count: rest.length }, n => orderFor(rest[n]));
  const zips = rest.map(({ zip }) => `'${zip}'`).join(',');
  const ordered = await rowsOf<{ id: string; zip: string }>(
    servers.postgresUrl('billing'),
    `select id, zip_code as zip from subscriptions where zip_code in (${zips}) and created_at > now() - interval '5 minutes'`,
  );
  for (const { id, zip } of ordered) subscriptionOf.set(zip, id);
  const mailAt = (zip: string) => mails.at.get(subscriptionOf.get(zip) ?? '');
  const isDone = ({ zip }: Buyer) => lists.at.has(zip) && mailAt(zip) !== undefined;
  await until(() => rest.every(isDone), { timeoutMs: 60_000 });
  const since = (seen: (zip: string) => number | undefined) =>
    rest.map(({ zip }) => (seen(zip) ?? Number.NaN) - (orderedAt.get(zip) ?? 0));
  line(
    `order at ${ORDERS.perSecond}/s to its list`,
    since(zip => lists.at.get(zip)),
    'p99 ≤ 500',
  );
  line(`order at ${ORDERS.perSecond}/s to the mail`, since(mailAt), 'p99 ≤ 500');
  const cpu = cpuMsEach(before, cpuSecondsOf(nationFolder), rest.length).filter(([, ms]) => ms >= 0.01);
  const all = cpu.reduce((sum, [, ms]) => sum + ms, 0);
  console.log(
    `CPU an order, with what stands in for others: ${all.toFixed(0)} ms (${cpu.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')})`,
  );
  await lists.stop();
  await mails.stop();
}

/** Measures events and orders on the data of `make nation`. */
export async function measure(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  try {
    await markRefreshedToday(servers.postgresUrl('leads'));
    const { url } = await product(wideLimits, { withSource: true });
    await sleep(STARTING_MS);
    await events(servers);
    await orders(servers, url);
  } finally {
    await stop();
  }
}
