import { setTimeout as pause } from 'node:timers/promises';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { type Blow, type ChaosReport, settled } from '../run-chaos.ts';
import { seededRandom } from '../seeded-random.ts';
import { recoveries } from './recoveries.ts';
import { refreshes } from './refreshes.ts';
import { registrations } from './registrations.ts';
import type { Victim } from './victim.ts';

type Options = {
  whole: WholeAddresses;
  victim: Victim;
  rounds: number;
  seed: number;
  onBlow?: (blow: Blow) => void;
};

/** From before the first byte arrives until the mail is out and its link has been opened. */
const KILL_WITHIN_MS = 700;

/** In each round people register, recover and refresh at once, auth is killed on the way, and they carry on. */
export async function runAccounts({ whole, victim, rounds, seed, onBlow }: Options): Promise<ChaosReport> {
  const stage = { whole, random: seededRandom(seed) };
  const workloads = [registrations(stage), recoveries(stage), refreshes(stage)];
  const killing = seededRandom(seed + 1);
  const blows: Blow[] = [];
  for (let round = 0; round < rounds; round++) {
    await Promise.all(workloads.map(workload => workload.prepare()));
    const acting = Promise.all(workloads.map(workload => workload.act()));
    await pause(killing.between(0, KILL_WITHIN_MS));
    const blow = { target: 'auth', backAfterMs: await victim.killAndAwait() };
    blows.push(blow);
    onBlow?.(blow);
    await acting;
    await Promise.all(workloads.map(workload => workload.mend()));
  }
  return {
    seed,
    blows,
    ...(await settled(workloads)),
    counts: workloads.map(workload => ({ workload: workload.name, ...workload.counts() })),
  };
}
