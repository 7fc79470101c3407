import { expect, test } from 'vitest';
import { runProgram } from '../../test/child.ts';

const messages = (output: string) =>
  output
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line).msg);

test.concurrent('a signal stops the parts in reverse, with exit 0', async () => {
  const child = runProgram('slow-process.ts', ['serve']);
  await child.waitFor('"msg":"ready"');
  expect(await child.kill('SIGTERM')).toBe(0);
  expect(messages(child.output())).toEqual([
    'start first',
    'serving',
    'ready',
    'stopping',
    'stop serving',
    'stop first',
    'stopped',
  ]);
});

test.concurrent('no request fails while the process stops', async () => {
  const child = runProgram('slow-process.ts', ['serve']);
  await child.waitFor('"msg":"ready"');
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(child.output()) ?? [];
  const running = Array.from({ length: 20 }, () => fetch(`${url}/slow`).then(reply => reply.text()));
  await fetch(`${url}/healthz`);
  expect(await child.kill('SIGTERM')).toBe(0);
  expect(await Promise.all(running)).toEqual(Array(20).fill('done'));
});

test.concurrent('a part that does not stop is killed after ten seconds', async () => {
  const child = runProgram('slow-process.ts', ['stuck']);
  await child.waitFor('"msg":"ready"');
  const startedAt = Date.now();
  expect(await child.kill('SIGINT')).toBe(1);
  expect(Date.now() - startedAt).toBeLessThan(12_000);
}, 20_000);

test.concurrent('`drainMs` limits how long parts may take to stop', async () => {
  const child = runProgram('slow-process.ts', ['hasty']);
  await child.waitFor('"msg":"ready"');
  const startedAt = Date.now();
  expect(await child.kill('SIGTERM')).toBe(1);
  expect(Date.now() - startedAt).toBeGreaterThan(400);
  expect(child.output()).toContain('Not stopped within 500 ms');
});

test.concurrent('an unhandled rejection ends the process', async () => {
  const child = runProgram('slow-process.ts', ['reject']);
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain('forgotten');
});

test.concurrent('a part that does not start ends the process', async () => {
  const child = runProgram('slow-process.ts', ['unstartable']);
  expect(await child.ended).toBe(1);
  expect(child.output()).toContain('no such disk');
  expect(messages(child.output())).not.toContain('ready');
});

test.concurrent('a failed start stops the parts that had started', async () => {
  const child = runProgram('slow-process.ts', ['unstartable']);
  await child.ended;
  expect(messages(child.output())).toContain('stop first');
});
