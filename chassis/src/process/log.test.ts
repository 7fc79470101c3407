import { expect, test } from 'vitest';
import { createLog, lazyChild } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('billing', 'info', { write: line => void lines.push(line) }));
  return lines.join('');
}

test('secrets never reach the log', () => {
  const canary = 'canary-6f1c';
  const lines = linesOf(log => {
    log.info(
      { password: canary, user: { token: canary, deep: { secret: canary, deeper: { cookie: canary } } } },
      'a',
    );
    log.info(
      { req: { headers: { authorization: canary, 'set-cookie': canary } }, mail: { html: canary } },
      'b',
    );
    log.child({ accessToken: canary }).info('c');
  });
  expect(lines).not.toContain(canary);
  expect(lines.match(/\[redacted\]/g)).toHaveLength(8);
});

test('an error is logged with its data but not its objects', () => {
  class Client {
    secretKey = 'canary-41';
  }
  const err = Object.assign(new Error('cut'), {
    client: new Client(),
    code: '57P01',
    detail: { zip: '98101' },
  });
  const line = linesOf(log => log.warn({ err }, 'lost'));
  const several = linesOf(log => log.warn({ err: new AggregateError([err], 'all') }, 'lost'));
  expect(line + several).not.toContain('canary');
  expect(JSON.parse(several).err.aggregateErrors).toMatchObject([{ message: 'cut', code: '57P01' }]);
  expect(JSON.parse(line).err).toMatchObject({ message: 'cut', code: '57P01', detail: { zip: '98101' } });
});

test('a line has its process and its cause', () => {
  const line = linesOf(log =>
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed'),
  );
  expect(JSON.parse(line)).toMatchObject({ name: 'billing', msg: 'failed', err: { type: 'Error' } });
  expect(line).toContain('inner');
});

test('a lazy child writes its bindings', () => {
  const lines = linesOf(log => {
    const child = lazyChild(log, { requestId: 'r1' });
    child.info({ a: 1 }, 'one');
    child.child({ b: 2 }).info('two');
  });
  expect(
    lines
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toMatchObject([
    { requestId: 'r1', a: 1, msg: 'one' },
    { requestId: 'r1', b: 2, msg: 'two' },
  ]);
});
