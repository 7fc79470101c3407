import { expect, test } from 'vitest';
import { authOf } from './chaos/accounts/auth-process.ts';
import { runAccounts } from './chaos/accounts/run-accounts.ts';
import { expectClean } from './chaos/expect-clean.ts';
import { theWhole } from './platform/whole-addresses.ts';

test('auth killed halfway leaves whole accounts and sessions', async () => {
  row('beyond/kill-9-auth');
  const whole = theWhole();
  const report = await runAccounts({
    // Past the gateway, whose limits on requests are not the story.
    whole: { ...whole, url: whole.processes.auth ?? whole.url },
    auth: authOf(whole),
    rounds: 2,
    seed: 24,
  });
  expectClean(report);
  expect(report.counts?.some(({ cutOff }) => cutOff > 0)).toBe(true);
});
