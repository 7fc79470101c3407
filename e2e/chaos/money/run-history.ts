import { until } from '@closingwire/chassis/testing';
import { type Random, seededRandom } from '../seeded-random.ts';
import { act, endTrial } from './act.ts';
import { compareBooks, type Difference } from './books.ts';
import { chargeCheck } from './charges.ts';
import type { Beginning, History, Step } from './history.ts';
import { openStep } from './order.ts';
import { readBooks } from './read-books.ts';
import { comeToRest, deliverSome, isSwept, sweep } from './rest.ts';
import type { MoneyServices } from './services.ts';
import { find, openStage, ownEvents, type Stage, wait } from './stage.ts';

async function begin(stage: Stage, user: number, beginning: Beginning): Promise<void> {
  const player = stage.players[user];
  if (!player || beginning === 'trial') return;
  if (beginning === 'trial-over' || beginning === 'paying') await endTrial(stage, player);
  if (beginning === 'trial-over') return;
  await act(stage, { kind: 'add-card', user, card: 'good', next: 'returns' });
  // The user orders ZIPs that no other user of the history orders, so that they are free.
  if (beginning === 'paying') await act(stage, { kind: 'order', user, zips: [stage.zips.length - 1 - user] });
}

async function runStep(stage: Stage, step: Step): Promise<void> {
  await openStep(stage);
  await Promise.all(
    step.map(async ({ command, afterMs }) => {
      if (afterMs > 0) await wait(afterMs);
      await act(stage, command);
    }),
  );
}

/** Runs a history, waits until everything is at rest, and compares the books. */
export async function runHistory(
  services: MoneyServices,
  history: History,
  seed: number,
  random: Random = seededRandom(seed),
): Promise<Difference[]> {
  const stage = await openStage(services, random);
  const checkCharges = chargeCheck();
  const lookAtCharges = async () => checkCharges(stage, await ownEvents(stage));
  await openStep(stage);
  await Promise.all(history.beginnings.map((beginning, user) => begin(stage, user, beginning)));
  await comeToRest(stage);
  for (const step of history.steps) {
    await runStep(stage, step);
    await lookAtCharges();
    await deliverSome(stage, history.promptness);
  }
  await openStep(stage);
  await lookAtCharges();
  await comeToRest(stage);
  await sweep(stage);
  await until(() => isSwept(stage), { timeoutMs: 120_000, everyMs: 50 }).catch(() =>
    find(stage, 'no-rest', 'the sweeps do not end'),
  );
  await comeToRest(stage);
  return [...stage.found, ...compareBooks(await readBooks(stage))];
}
