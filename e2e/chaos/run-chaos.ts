import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@closingwire/chassis/testing';
import type { Person } from '../platform/person.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import { isClean, judge, type Verdict } from './judge.ts';
import { seededRandom } from './seeded-random.ts';
import { killAndAwait } from './targets.ts';
import type { Stage, Workload } from './workload.ts';
import { contactMessages } from './workloads/contact-messages.ts';
import { deliveries } from './workloads/deliveries.ts';
import { signUps } from './workloads/sign-ups.ts';
import { trialSubscriptions } from './workloads/trial-subscriptions.ts';

export type Kill = { target: string; backAfterMs: number };
export type ChaosReport = {
  seed: number;
  kills: Kill[];
  verdicts: { workload: string; verdict: Verdict }[];
  /** How much was begun and how much of it a kill cut off, where that is known. */
  counts?: { workload: string; begun: number; cutOff: number; afterCommit: number }[];
};

export type ChaosOptions = {
  whole: WholeAddresses;
  /** Whom to kill; each round picks one. */
  targets: readonly string[];
  rounds: number;
  /** After this long no more rounds are begun. */
  withinMs?: number;
  /** Decides who is killed when. */
  seed: number;
  onKill?: (kill: Kill) => void;
};

const betweenKillsMs = [300, 2_000] as const;
/** Jobs that failed often wait long before their next try. */
const settleWithinMs = 300_000;
/** So long the history has to stay clean before it is believed: what is doubled comes late. */
const quietMs = 3_000;

/** Every workload there is. A new one is a file and a line here. */
function allWorkloads(stage: Stage): Workload[] {
  const people: Person[] = [];
  return [
    signUps(stage, people),
    trialSubscriptions(stage, people),
    deliveries(stage),
    contactMessages(stage),
  ];
}

/** Lets people use the product while processes are killed, then compares their history with what is there. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { whole, targets, rounds, seed, withinMs = Number.POSITIVE_INFINITY, onKill } = options;
  const startedAt = Date.now();
  const stage = { whole, random: seededRandom(seed) };
  const workloads = allWorkloads(stage);
  const over = new AbortController();
  const running = workloads.map(workload => keepStepping(workload, over.signal));
  const kills: Kill[] = [];
  const killing = seededRandom(seed + 1);
  for (let round = 0; round < rounds && Date.now() - startedAt < withinMs; round++) {
    await pause(killing.between(...betweenKillsMs));
    const target = killing.pick(targets);
    const kill = { target, backAfterMs: await killAndAwait(whole, target) };
    kills.push(kill);
    onKill?.(kill);
  }
  over.abort();
  await Promise.all(running);
  return { seed, kills, verdicts: await settledVerdicts(workloads) };
}

async function keepStepping(workload: Workload, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await workload.step();
    await pause(workload.pauseMs, undefined, { signal: over }).catch(() => {});
  }
}

type Observed = Pick<Workload, 'name' | 'observe'>;

async function verdictsOn(workloads: readonly Observed[]): Promise<ChaosReport['verdicts']> {
  const verdicts: ChaosReport['verdicts'] = [];
  for (const workload of workloads) {
    for (const observation of await workload.observe()) {
      verdicts.push({ workload: workload.name, verdict: judge(observation) });
    }
  }
  return verdicts;
}

/** The verdicts once they are clean, or those of the last look when they do not become so. */
export async function settledVerdicts(workloads: readonly Observed[]): Promise<ChaosReport['verdicts']> {
  const look = async () => (await verdictsOn(workloads)).every(({ verdict }) => isClean(verdict));
  await until(look, { timeoutMs: settleWithinMs, everyMs: 500 }).catch(() => {});
  await pause(quietMs);
  return verdictsOn(workloads);
}
