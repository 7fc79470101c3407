import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '@closingwire/chassis/outbox';
import { standingChanged } from '@closingwire/contracts/billing';
import { aZipWithItsList } from '@closingwire/e2e/platform/subscribe';
import { aSubscriberToBe, aVisitor, expectStatus, type KnownUser } from '@closingwire/e2e/platform/user';
import { startWhole } from '@closingwire/e2e/platform/whole';
import { openEvents } from './databases.ts';
import { cpuSecondsOf } from './leads/leads-platform.ts';
import { paced } from './nation/effects.ts';

const USERS = Number(process.env.USERS ?? 60);
const READS = 2_000;
const EVENTS = 4_000;
const IDLE_MS = 15_000;
/** Wait after a group of actions, for their events, jobs and emails. */
const AFTERMATH_MS = 4_000;

type Seconds = Map<string, number>;

/**
 * Measures the CPU time of one action of each kind, by process, including its events, jobs and emails, without the
 * idle CPU time. It starts its own platform.
 */
export async function measure(): Promise<void> {
  const { addresses: whole, stop } = await startWhole();
  const cpu = () => cpuSecondsOf(whole.dir);
  try {
    // First actions compile code and open connections.
    for (let n = 0; n < 10; n++) await aZipWithItsList(await aSubscriberToBe(whole));
    await sleep(AFTERMATH_MS);
    const cost = costMeter(cpu, await idleShare(cpu));

    const users: KnownUser[] = [];
    await cost('registration: two mails, confirmed, signed in', USERS, async () => {
      for (let n = 0; n < USERS; n++) users.push(await aSubscriberToBe(whole));
    });
    await cost('sign-in', USERS, async () => {
      for (const { email, password } of users)
        await expectStatus(aVisitor(whole).call('POST', '/api/auth/signin', { email, password }), 200);
    });
    await cost('order of a ZIP: claim, webhook, first list, mail', USERS, async () => {
      for (const user of users) await aZipWithItsList(user);
    });
    await cost('mail that somebody asked for', USERS, async () => {
      for (const { email } of users)
        await expectStatus(aVisitor(whole).call('POST', '/api/auth/reset-password', { email }), 200);
    });
    await cost('page of the dashboard list', READS, async () => {
      for (let n = 0; n < READS; n++) {
        const user = users[n % users.length];
        if (user) await expectStatus(user.call('GET', '/api/user/agents'), 200);
      }
    });
    await cost('event with four consumers', EVENTS, () => publishStandings(whole.postgresUrl, users));
  } finally {
    await stop();
  }
}

/** Returns CPU seconds per second of each idle process. */
async function idleShare(cpu: () => Seconds): Promise<Seconds> {
  const before = cpu();
  await sleep(IDLE_MS);
  return new Map([...cpu()].map(([name, at]) => [name, (at - (before.get(name) ?? 0)) / (IDLE_MS / 1_000)]));
}

/** Returns a function that prints the CPU time of each of `count` equal actions. */
const costMeter =
  (cpu: () => Seconds, idle: Seconds) =>
  async (what: string, count: number, act: () => Promise<unknown>): Promise<void> => {
    const [before, startedAt] = [cpu(), performance.now()];
    await act();
    await sleep(AFTERMATH_MS);
    const [after, seconds] = [cpu(), (performance.now() - startedAt) / 1_000];
    const each = [...after].map(([name, at]) => {
      const own = at - (before.get(name) ?? 0) - (idle.get(name) ?? 0) * seconds;
      return { name, ms: (own * 1_000) / count };
    });
    const parts = each.filter(({ ms, name }) => ms >= 0.05 && !isStandIn(name)).sort((a, b) => b.ms - a.ms);
    const sum = parts.reduce((total, { ms }) => total + ms, 0);
    const list = parts.map(({ name, ms }) => `${name} ${ms.toFixed(2)}`).join(', ');
    console.log(`${what}: ${sum.toFixed(2)} ms (${list}); ${count} in ${seconds.toFixed(0)} s`);
  };

/** Stand-ins for external systems: their CPU time is not counted. */
const isStandIn = (name: string) => ['mail', 'stripe-sandbox', 'lead-source'].includes(name);

async function publishStandings(postgresUrl: string, users: readonly KnownUser[]): Promise<void> {
  const billing = openEvents(new URL('billing', postgresUrl).href, 20);
  const [trialStartedAt, trialExpiresAt] = [
    new Date().toISOString(),
    new Date(Date.now() + 6e8).toISOString(),
  ];
  await paced({ perSecond: 200, count: EVENTS }, async n => {
    const user = users[n % users.length];
    if (!user) return;
    await billing.transaction(tx =>
      publish(tx, standingChanged, {
        id: user.id,
        version: 1_000 + n,
        trialDays: 7,
        trialStartedAt,
        trialExpiresAt,
        hasActivePayment: false,
        stripeCustomerId: null,
        zipCount: 1,
        monthlyAmountCents: 1_500,
      }),
    );
  });
  await billing.part.stop();
}
