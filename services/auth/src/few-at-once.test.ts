import { describe, expect, test } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

/** Work that ends when it is told to. */
function someWork() {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    order.push(name);
    return new Promise<string>(resolve => ends.set(name, () => resolve(name)));
  };
  return { order, work, end: (name: string) => ends.get(name)?.() };
}

describe('few at once', () => {
  test('lets the others wait in their order', async () => {
    const run = fewAtOnce({ atOnce: 2, waiting: 10 });
    const { order, work, end } = someWork();
    const all = ['a', 'b', 'c', 'd'].map(name => run(work(name)));
    await Promise.resolve();
    expect(order).toEqual(['a', 'b']);
    end('b');
    await all[1];
    await Promise.resolve();
    expect(order).toEqual(['a', 'b', 'c']);
    end('a');
    await all[0];
    end('c');
    await all[2];
    end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('gives the place on when the work fails', async () => {
    const run = fewAtOnce({ atOnce: 1, waiting: 10 });
    const failing = run(() => Promise.reject(new Error('no')));
    const after = run(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe('done');
    expect(await run(async () => 'again')).toBe('again');
  });

  test('refuses those for whom it would take too long', async () => {
    const run = fewAtOnce({ atOnce: 1, waiting: 1 });
    const { work, end } = someWork();
    const first = run(work('a'));
    const second = run(async () => 'b');
    await expect(run(async () => 'c')).rejects.toMatchObject({ kind: 'unavailable', code: 'too_busy' });
    end('a');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });
});
