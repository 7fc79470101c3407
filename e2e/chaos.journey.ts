import { topology } from '@closingwire/topology';
import { describe, expect, test } from 'vitest';
import { expectClean } from './chaos/expect-clean.ts';
import { runChaos } from './chaos/run-chaos.ts';
import { signalAndAwait, targetsOf } from './chaos/targets.ts';
import { requests } from './chaos/workloads/requests.ts';
import { theWhole } from './platform/whole-addresses.ts';

/** Below the time of a test, so that a history that stays unclean is reported. */
const settleWithinMs = 240_000;

describe('kill -9 while people use the product', () => {
  test('loses nothing and does nothing twice', async () => {
    row('beyond/kill-9');
    const whole = theWhole();
    const report = await runChaos({
      whole,
      targets: targetsOf(whole),
      rounds: 5,
      withinMs: 20_000,
      settleWithinMs,
      seed: 24,
    });
    expectClean(report);
    expect(report.verdicts.every(({ verdict }) => verdict.sent.accepted > 0)).toBe(true);
  }, 420_000);
});

describe('SIGTERM while people use the product', () => {
  test('fails no request', async () => {
    row('beyond/sigterm');
    const whole = theWhole();
    const report = await runChaos({
      whole,
      targets: topology.map(({ name }) => name),
      rounds: 1,
      inject: target => signalAndAwait(whole, target, 'SIGTERM'),
      besides: stage => [requests(stage)],
      settleWithinMs,
      seed: 24,
    });
    expectClean(report, 'SIGTERM');
    expect(report.verdicts.every(({ verdict }) => verdict.sent.accepted > 0)).toBe(true);
  }, 420_000);
});
