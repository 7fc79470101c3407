import { managementUrlOf } from '@closingwire/chassis/management';
import { until } from '@closingwire/chassis/testing';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { killAndAwait } from '../targets.ts';

/** The process to kill. */
export type AuthProcess = {
  /** Kills it with SIGKILL; resolves with the milliseconds until it replies again. */
  killAndAwait(): Promise<number>;
};

/** The auth service of a running product. Its supervisor restarts it. */
export const authOf = (whole: WholeAddresses): AuthProcess => ({
  killAndAwait: () => killAndAwait(whole, 'auth'),
});

export async function untilReady(url: string, withinMs = 60_000): Promise<void> {
  const readiness = `${managementUrlOf(url)}/readyz`;
  const isReady = async () => (await fetch(readiness, { signal: AbortSignal.timeout(2_000) })).ok;
  await until(isReady, { timeoutMs: withinMs, everyMs: 20 });
}
