import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@closingwire/chassis/testing';
import type { User } from '../platform/user.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import { isClean, judge, type Verdict } from './judge.ts';
import { drainMs } from './outboxes.ts';
import { seededRandom } from './seeded-random.ts';
import { killAndAwait } from './targets.ts';
import type { Stage, Workload } from './workload.ts';
import { contactMessages } from './workloads/contact-messages.ts';
import { deliveries } from './workloads/deliveries.ts';
import { signUps } from './workloads/sign-ups.ts';
import { trialSubscriptions } from './workloads/trial-subscriptions.ts';

/** `drainedAfterMs`: from readiness until all waiting events were sent. */
export type Fault = { target: string; backAfterMs: number; drainedAfterMs?: number };
export type ChaosReport = {
  seed: number;
  faults: Fault[];
  verdicts: { workload: string; verdict: Verdict }[];
  /** From the last fault's end until every accepted command had its effect. */
  settledAfterMs: number;
  /** Numbers of started and interrupted commands, if known. */
  counts?: { workload: string; begun: number; cutOff: number; afterCommit: number }[];
};

export type ChaosOptions = {
  whole: WholeAddresses;
  /** Each round faults each target once, in random order. */
  targets: readonly string[];
  rounds: number;
  /** Injects a fault; resolves with the milliseconds until the product is ready again. By default SIGKILL. */
  inject?: (target: string) => Promise<number>;
  /** Further workloads. */
  besides?: (stage: Stage) => Workload[];
  /** No more faults start after this time. */
  withinMs?: number;
  /** Time for the effects of accepted commands: a job with many failures waits long before its next try. */
  settleWithinMs: number;
  /** Seed of the workloads and of the order of faults. */
  seed: number;
  onFault?: (fault: Fault) => void;
};

const betweenFaultsMs = [300, 2_000] as const;
/** The history must stay clean this long: duplicates come late. */
const quietMs = 3_000;

/** All workloads. A new one is a file and a line here. */
function allWorkloads(stage: Stage, besides: ChaosOptions['besides']): Workload[] {
  const users: User[] = [];
  return [
    signUps(stage, users),
    trialSubscriptions(stage, users),
    deliveries(stage),
    contactMessages(stage),
    ...(besides?.(stage) ?? []),
  ];
}

/** Runs workloads during faults, then compares their commands with the effects. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { whole, seed, besides } = options;
  const stage = { whole, random: seededRandom(seed) };
  const workloads = allWorkloads(stage, besides);
  const over = new AbortController();
  const running = workloads.map(workload => stepForever(workload, over.signal));
  const faults = await injectFaults(options).finally(async () => {
    over.abort();
    await Promise.allSettled(running);
  });
  await Promise.all(running);
  return { seed, faults, ...(await settled(workloads, options.settleWithinMs)) };
}

async function injectFaults(options: ChaosOptions): Promise<Fault[]> {
  const { whole, targets, rounds, seed, withinMs = Number.POSITIVE_INFINITY, onFault } = options;
  const { inject = target => killAndAwait(whole, target) } = options;
  const random = seededRandom(seed + 1);
  const startedAt = Date.now();
  const faults: Fault[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const target of random.shuffled(targets)) {
      if (Date.now() - startedAt > withinMs) return faults;
      await pause(random.between(...betweenFaultsMs));
      const backAfterMs = await inject(target);
      const fault = { target, backAfterMs, drainedAfterMs: await drainMs(whole) };
      faults.push(fault);
      onFault?.(fault);
    }
  }
  return faults;
}

async function stepForever(workload: Workload, over: AbortSignal): Promise<void> {
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

/** Returns the verdicts once they are clean, else the last ones. */
export async function settled(
  workloads: readonly Observed[],
  settleWithinMs: number,
): Promise<Pick<ChaosReport, 'verdicts' | 'settledAfterMs'>> {
  const startedAt = Date.now();
  const look = async () => (await verdictsOn(workloads)).every(({ verdict }) => isClean(verdict));
  await until(look, { timeoutMs: settleWithinMs, everyMs: 500 }).catch(() => {});
  const settledAfterMs = Date.now() - startedAt;
  await pause(quietMs);
  return { verdicts: await verdictsOn(workloads), settledAfterMs };
}
