import { expect, test } from 'vitest';
import { onceAtATime } from './once-at-a-time.ts';

function calls() {
  const sent: string[] = [];
  const answers: { resolve(): void; reject(error: Error): void }[] = [];
  const once = onceAtATime();
  const press = (call: string, input: unknown) =>
    once(call, input, () => {
      const number = sent.push(`${call} ${JSON.stringify(input)}`);
      return new Promise<number>((resolve, reject) =>
        answers.push({ resolve: () => resolve(number), reject }),
      );
    });
  return { sent, answers, press };
}

test("a repeated call gets the first call's reply", async () => {
  const { sent, answers, press } = calls();
  const both = Promise.all([press('flag', { note: 'wrong' }), press('flag', { note: 'wrong' })]);
  answers[0]?.resolve();
  expect(await both).toEqual([1, 1]);
  expect(sent).toHaveLength(1);
});

test('an equal call is sent again after a reply or failure', async () => {
  const { sent, answers, press } = calls();
  const refused = press('flag', 1);
  answers[0]?.reject(new Error('refused'));
  await expect(refused).rejects.toThrow('refused');
  press('flag', 1);
  answers[1]?.resolve();
  await Promise.resolve();
  await Promise.resolve();
  press('flag', 1);
  expect(sent).toHaveLength(3);
});

test('another call or input is sent', () => {
  const { sent, press } = calls();
  press('switch', true);
  press('switch', false);
  press('switch', true);
  press('remove', true);
  expect(sent).toEqual(['switch true', 'switch false', 'switch true', 'remove true']);
});
