import { managementUrlOf } from '@closingwire/chassis/management';
import { until } from '@closingwire/chassis/testing';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { killAndAwait } from '../targets.ts';

/** The process that is killed. */
export type AuthProcess = {
  /** Kills it with -9 and resolves, with the milliseconds it took, when it replies again. */
  killAndAwait(): Promise<number>;
};

/** The auth service of a running whole; its supervisor starts it again. */
export const authOf = (whole: WholeAddresses): AuthProcess => ({
  killAndAwait: () => killAndAwait(whole, 'auth'),
});

export async function untilReady(url: string, withinMs = 60_000): Promise<void> {
  const readiness = `${managementUrlOf(url)}/readyz`;
  const isReady = async () => (await fetch(readiness, { signal: AbortSignal.timeout(2_000) })).ok;
  await until(isReady, { timeoutMs: withinMs, everyMs: 20 });
}
