import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DateOrder } from './day.ts';
import { type RowHandling, rowReader } from './row-reader.ts';

const latest = '2026-03-19';
const lead: Record<string, unknown> = {
  fullName: 'Ann',
  address1: '1 Elm St',
  zip: '98030',
  state: 'WA',
  city: 'Kent',
};

/** Reads sale days, one a row; `listed` gives the same rows listed days. Returns the outcome of each day. */
function read(
  days: readonly string[],
  { order, listed = [] }: { order?: DateOrder; listed?: string[] } = {},
) {
  const outcomes: Record<string, string> = {};
  const listedDays: (string | null)[] = [];
  const repairs: [number, string][] = [];
  const messages: string[] = [];
  let sentBeforeEnd = 0;
  const handling: RowHandling = {
    pass({ property, listingKey = '' }) {
      outcomes[listingKey] = property.soldDate;
      listedDays.push(property.listedDate);
    },
    reject({ line, message }) {
      outcomes[days[line - 2] ?? ''] = 'refused';
      messages.push(message);
    },
    drop: ({ message }) => messages.push(message),
    repaired: ({ line, repair }) => repairs.push([line, repair]),
  };
  const reader = rowReader(latest, order, handling);
  for (const [at, soldDate] of days.entries()) {
    const values: Record<string, unknown> = { ...lead, soldDate, listedDate: listed[at] };
    reader.take([{ line: at + 2, listingKey: soldDate, lead: ({ name }) => values[name] }]);
  }
  sentBeforeEnd = Object.keys(outcomes).length;
  reader.end();
  return { outcomes, listedDays, repairs, messages, sentBeforeEnd, dateOrder: reader.dateOrder };
}

const monthProof = '12/31/2025';
const dayProof = '30/11/2025';
const neutral = ['2026-03-01', 'March 2, 2026', '3/3/2026', '20260304'];
const open = ['3/9/2026', '10/11/2025', '1-2-26'];

describe('the order of day and month', () => {
  test.each<[string, string[], DateOrder, string]>([
    ['month first by proof', [monthProof], 'month-first', '2025-03-09'],
    ['day first by proof', [dayProof], 'day-first', '2025-09-03'],
    ['month first without a proof', [], 'month-first', '2025-03-09'],
    // In the other order they are after the latest day of a sale.
    ['month first by a likely day', ['3/12/2026'], 'month-first', '2025-03-09'],
    ['day first by a likely day', ['12/3/2026'], 'day-first', '2025-09-03'],
    [
      'month first by a proof and not by a likely day',
      ['12/3/2026', monthProof],
      'month-first',
      '2025-03-09',
    ],
  ])('is %s, whatever the order of rows', (_, proofs, order, ninth) => {
    const days = fc.shuffledSubarray([...proofs, ...neutral, '3/9/2025', '1/2/2026'], {
      minLength: proofs.length + neutral.length + 2,
    });
    fc.assert(
      fc.property(days, shuffled => {
        const { outcomes, dateOrder } = read(shuffled);
        expect(dateOrder).toBe(order);
        expect(outcomes).toMatchObject({
          '3/9/2025': ninth,
          '1/2/2026': order === 'day-first' ? '2026-02-01' : '2026-01-02',
          '2026-03-01': '2026-03-01',
          '3/3/2026': '2026-03-03',
        });
      }),
    );
  });

  test('is refused for ambiguous days alone if the file proves both', () => {
    const days = fc.shuffledSubarray([monthProof, dayProof, ...neutral, ...open], {
      minLength: 2 + neutral.length + open.length,
    });
    fc.assert(
      fc.property(days, shuffled => {
        const { outcomes, dateOrder, repairs, messages } = read(shuffled);
        const refused = Object.keys(outcomes).filter(day => outcomes[day] === 'refused');
        expect(refused.toSorted()).toEqual(open.toSorted());
        expect(outcomes).toMatchObject({ [monthProof]: '2025-12-31', [dayProof]: '2025-11-30' });
        expect([dateOrder, repairs]).toEqual(['mixed', []]);
        const [month, day] = [monthProof, dayProof].map(proof => shuffled.indexOf(proof) + 2);
        expect(messages[0]).toMatch(/^Expected a day with one meaning, such as 2026-03-09; got ".*"; /);
        expect(messages[0]).toMatch(
          new RegExp(
            `'${monthProof}' in line ${month} has the month first, '${dayProof}' in line ${day} has`,
          ),
        );
      }),
    );
  });

  test('counts listed days too, and costs only their cells', () => {
    const { listedDays, messages, dateOrder } = read(['2026-03-01', '2026-03-02', '2026-03-03'], {
      listed: [monthProof, '1/2/2026', dayProof],
    });
    expect(dateOrder).toBe('mixed');
    expect(listedDays).toEqual(['2025-12-31', null, '2025-11-30']);
    expect(messages).toHaveLength(1);
  });

  test('may be declared, and then every other day is refused', () => {
    const days = [monthProof, dayProof, '1/2/2026'];
    expect(read(days, { order: 'month-first' }).outcomes).toEqual({
      [monthProof]: '2025-12-31',
      [dayProof]: 'refused',
      '1/2/2026': '2026-01-02',
    });
    expect(read(days, { order: 'mixed' }).outcomes).toEqual({
      [monthProof]: '2025-12-31',
      [dayProof]: '2025-11-30',
      '1/2/2026': 'refused',
    });
  });
});

describe('a long delivery', () => {
  const many = (count: number, text = '1/2/') =>
    Array.from({ length: count }, (_, n) => `${text}${1900 + (n % 126)}`);
  const other = ['2/3/2025', '2/4/2025'];

  test('waits for a proof as long as rows are held', () => {
    const { outcomes, sentBeforeEnd } = read([...many(9_000), dayProof, ...other]);
    expect(sentBeforeEnd).toBe(0);
    expect(outcomes['2/3/2025']).toBe('2025-03-02');
  });

  test.each<[string, string[], DateOrder]>([
    ['a proof', [monthProof], 'month-first'],
    ['no proof', [], 'month-first'],
  ])('reports an order that comes too late for %s, and refuses it from there', (_, first) => {
    const days = [...first, ...many(12_000), dayProof, ...other, '2026-03-01'];
    const { outcomes, repairs, messages, dateOrder } = read(days);
    expect(repairs).toEqual([[days.indexOf(dayProof) + 2, 'late-order']]);
    expect(outcomes).toMatchObject({
      '1/2/2000': '2000-01-02',
      [dayProof]: '2025-11-30',
      '2/3/2025': 'refused',
      '2/4/2025': 'refused',
      '2026-03-01': '2026-03-01',
    });
    expect(messages[0]).toContain(`'${dayProof}' in line`);
    expect(dateOrder).toBe('mixed');
  });

  test.each(['25032026', '25 / 3 / 2026', 'Sold 25/3/2026', 'Mon 25/3/2026'])('reports a late %s', day => {
    const days = [monthProof, ...many(12_000), day];
    expect(read(days).repairs).toEqual([[days.indexOf(day) + 2, 'late-order']]);
  });

  test('reports a late month-first day behind day-first ones', () => {
    const days = [dayProof, ...many(12_000), monthProof, ...other];
    const { outcomes, repairs, dateOrder } = read(days);
    expect(repairs).toEqual([
      [2, 'day-first'],
      [days.indexOf(monthProof) + 2, 'late-order'],
    ]);
    expect(outcomes).toMatchObject({
      '1/2/2000': '2000-02-01',
      [monthProof]: '2025-12-31',
      '2/3/2025': 'refused',
    });
    expect(dateOrder).toBe('mixed');
  });

  test('goes on unchanged with a late proof of the same order', () => {
    const { repairs, dateOrder } = read([...many(12_000), monthProof, ...other, '12/3/2026']);
    expect([repairs, dateOrder]).toEqual([[], 'month-first']);
  });
});
