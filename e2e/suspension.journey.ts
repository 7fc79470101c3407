import { until } from '@closingwire/chassis/testing';
import { expect, test } from 'vitest';
import { statusByToken, untilLetIn } from './platform/let-in.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

test('a suspended user is refused within a second, everywhere', async () => {
  const whole = theWhole();
  const [admin, nora] = await Promise.all([demoAdmin(whole), aSubscriberToBe(whole)]);
  const setStatus = (status: string) =>
    expectStatus(admin.call('PATCH', `/api/admin/users/${nora.id}/status`, { status }), 200);
  const delaysMs: number[] = [];
  for (let round = 0; round < 10; round++) {
    await untilLetIn(whole, nora);
    const since = performance.now();
    const suspending = setStatus('suspended');
    await until(async () => (await statusByToken(whole, nora)) === 401, { everyMs: 2 });
    delaysMs.push(Math.round(performance.now() - since));
    await suspending;
    await setStatus('active');
  }
  console.info(`From suspension to refusal: ${delaysMs.join(', ')} ms`);
  expect(Math.max(...delaysMs)).toBeLessThan(1_000);
});
