import { setTimeout as pause } from 'node:timers/promises';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { type ChaosReport, type Fault, settled } from '../run-chaos.ts';
import { seededRandom } from '../seeded-random.ts';
import { killAndAwait } from '../targets.ts';
import { recoveries } from './recoveries.ts';
import { refreshes } from './refreshes.ts';
import { registrations } from './registrations.ts';

type Options = {
  whole: WholeAddresses;
  rounds: number;
  seed: number;
  onFault?: (fault: Fault) => void;
};

/** Auth is killed at most this long after a round begins: from the first byte of a request to the use of its link. */
const KILL_WITHIN_MS = 700;

/** Shorter than a journey's timeout. */
const settleWithinMs = 120_000;

/** In each round users register, recover and refresh at once, auth is killed, and they continue. */
export async function runAccounts({ whole, rounds, seed, onFault }: Options): Promise<ChaosReport> {
  // Users call auth itself: the gateway limits their requests.
  const direct = { ...whole, url: whole.processes.auth ?? whole.url };
  const stage = { whole: direct, random: seededRandom(seed) };
  const workloads = [registrations(stage), recoveries(stage), refreshes(stage)];
  const killing = seededRandom(seed + 1);
  const faults: Fault[] = [];
  for (let round = 0; round < rounds; round++) {
    await Promise.all(workloads.map(workload => workload.prepare()));
    const acting = Promise.all(workloads.map(workload => workload.act()));
    await pause(killing.between(0, KILL_WITHIN_MS));
    const fault = { target: 'auth', backAfterMs: await killAndAwait(whole, 'auth') };
    faults.push(fault);
    onFault?.(fault);
    await acting;
    await Promise.all(workloads.map(workload => workload.mend()));
  }
  return {
    seed,
    faults,
    ...(await settled(workloads, settleWithinMs)),
    counts: workloads.map(workload => ({ workload: workload.name, ...workload.counts() })),
  };
}
