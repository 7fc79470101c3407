import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { management, managementUrlOf } from './management.ts';

test.each([
  ['http://127.0.0.1:8101', 'http://127.0.0.1:9101'],
  ['http://auth', 'http://auth:1080'],
  ['http://auth:8080/', 'http://auth:9080'],
])('%s is managed at %s', (url, expected) => {
  expect(managementUrlOf(url)).toBe(expected);
});

test('a check that throws at once leaves no rejection that nobody handles', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const parts = [
    {
      name: 'database',
      start: async () => {},
      stop: async () => {},
      check: () => {
        throw new Error('no database');
      },
    },
  ];
  const operators = management({
    name: 'x',
    host: '127.0.0.1',
    port: 0,
    parts,
    isDraining: () => false,
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    process.off('unhandledRejection', unhandled);
    await operators.stop();
  });
  await operators.start();
  const reply = await fetch(`${operators.url}/readyz`);
  expect(await reply.json()).toMatchObject({ checks: { database: 'no database' } });
  vi.runAllTimers();
  await turn();
  expect(unhandled).not.toHaveBeenCalled();
});
