import { createLog } from '@closingwire/chassis/log';
import { expect, test } from 'vitest';
import { nextAt, openSchedule } from './schedule.ts';

const at = '15 3';

test.each([
  ['2026-11-25T03:14:59Z', '2026-11-25T03:15:00.000Z'],
  ['2026-11-25T03:15:00Z', '2026-11-26T03:15:00.000Z'],
  ['2026-12-31T20:00:00Z', '2027-01-01T03:15:00.000Z'],
])('after %s it is due at %s', (after, due) => {
  expect(nextAt(at, new Date(after)).toISOString()).toBe(due);
});

/** A schedule whose clock and backups a test controls, and its log as lines. */
function schedule({ last, fails = false }: { last?: string; fails?: boolean } = {}) {
  const state = {
    now: new Date('2026-11-25T10:00:00Z'),
    last: last === undefined ? undefined : new Date(last),
    fails,
    taken: [] as string[],
    saved: 0,
    lines: [] as { msg: string; again?: string; reason?: string }[],
  };
  const turn = openSchedule({
    at,
    clock: () => state.now,
    log: createLog('backup', 'info', { write: line => void state.lines.push(JSON.parse(line)) }),
    work: {
      lastTakenAt: async () => state.last,
      async take() {
        if (state.fails) throw new Error('the disk is full');
        state.last = state.now;
        state.taken.push(state.now.toISOString());
        return {};
      },
      async saveWithdrawals() {
        state.saved += 1;
        return {};
      },
    },
  });
  const goTo = (time: string) => {
    state.now = new Date(time);
    return turn(new AbortController().signal);
  };
  return { state, goTo };
}

test('the first backup is taken at once, the next ones each day at the time', async () => {
  const { state, goTo } = schedule();
  for (const time of ['11-25T10:00', '11-25T23:00', '11-26T03:14', '11-26T03:15', '11-26T04:00']) {
    await goTo(`2026-${time}:00Z`);
  }
  expect(state.taken).toEqual(['2026-11-25T10:00:00.000Z', '2026-11-26T03:15:00.000Z']);
});

test('a backup that was missed while the machine was off is taken when it is back', async () => {
  const { state, goTo } = schedule({ last: '2026-11-24T03:15:02Z' });
  await goTo('2026-11-25T08:00:00Z');
  expect(state.taken).toEqual(['2026-11-25T08:00:00.000Z']);
});

test('a failed backup is tried again in an hour', async () => {
  const { state, goTo } = schedule({ last: '2026-11-24T03:15:02Z', fails: true });
  await goTo('2026-11-25T03:15:00Z');
  const failure = state.lines.find(({ msg }) => msg === 'backup failed, will retry');
  expect(failure).toMatchObject({ reason: 'the disk is full', again: '2026-11-25T04:15:00.000Z' });
  state.fails = false;
  await goTo('2026-11-25T04:14:00Z');
  expect(state.taken).toEqual([]);
  await goTo('2026-11-25T04:15:00Z');
  expect(state.taken).toEqual(['2026-11-25T04:15:00.000Z']);
});

test('withdrawals are saved every five minutes', async () => {
  const { state, goTo } = schedule({ last: '2026-11-25T03:15:02Z' });
  for (const time of ['10:00', '10:01', '10:04', '10:05', '10:09', '10:10']) {
    await goTo(`2026-11-25T${time}:00Z`);
  }
  expect(state.saved).toBe(3);
});
