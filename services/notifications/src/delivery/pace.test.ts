import { expect, test } from 'vitest';
import { pacer } from './smtp.ts';

function paced(perSecond: number) {
  const waits: number[] = [];
  let time = 1_000;
  const turn = pacer({ perSecond, now: () => time, wait: async ms => waits.push(ms) });
  return { waits, turn, passes: (ms: number) => (time += ms) };
}

test('simultaneous mails are one interval apart', async () => {
  const { waits, turn } = paced(4);
  for (let mail = 0; mail < 5; mail++) await turn();
  expect(waits).toEqual([250, 500, 750, 1_000]);
});

test('turns are not saved up in a pause', async () => {
  const { waits, turn, passes } = paced(2);
  await turn();
  passes(10_000);
  for (let mail = 0; mail < 3; mail++) await turn();
  expect(waits).toEqual([500, 1_000]);
});
