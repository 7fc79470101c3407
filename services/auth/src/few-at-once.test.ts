import { expect, test } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

test('work beyond the limit waits its turn', async () => {
  const run = fewAtOnce({ atOnce: 2, waiting: 10 });
  const begun: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string) => async () => {
    begun.push(name);
    return first.promise;
  };
  const all = ['a', 'b', 'c'].map(name => run(work(name)));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b']);
  first.resolve('done');
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
});

test('work that would wait too long is refused', async () => {
  const run = fewAtOnce({ atOnce: 1, waiting: 1 });
  const first = Promise.withResolvers<string>();
  const begun = run(() => first.promise);
  await new Promise(setImmediate);
  const second = run(async () => 'b');
  await expect(run(async () => 'c')).rejects.toMatchObject({ kind: 'unavailable', code: 'too_busy' });
  first.resolve('a');
  expect(await Promise.all([begun, second])).toEqual(['a', 'b']);
});
