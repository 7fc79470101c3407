import { expect, test } from 'vitest';
import { effectOfTrust } from './trust-effect.ts';

const source = { id: 1, name: 'Example MLS', trust: 50 };
const others = [
  { id: 2, name: 'Portal', trust: 20 },
  { id: 3, name: 'Files of admins', trust: 50 },
  { id: 4, name: 'County', trust: 80 },
];
const sources = [source, ...others];

const again = 'Decides again between its reports and those of others, within minutes:';

test.each([
  [50, ''],
  [Number.NaN, ''],
  [60, `${again} it wins over Files of admins.`],
  [90, `${again} it wins over Files of admins and County.`],
  [80, `${again} it wins over Files of admins; of it and County, the newer report wins.`],
  [30, `${again} Files of admins wins over it.`],
  [0, `${again} Portal and Files of admins win over it.`],
])('a trust of %d changes who wins', (trust, effect) => {
  expect(effectOfTrust(source, trust, sources)).toBe(effect);
});

test('a trust without a new order changes no report', () => {
  expect(effectOfTrust({ ...source, trust: 60 }, 70, sources)).toBe(
    'No source changes places with it: the same reports win as before.',
  );
});

test('the trust of a new or an only source changes nothing', () => {
  expect(effectOfTrust(undefined, 90, others)).toBe('');
  expect(effectOfTrust(source, 90, [source])).toBe('');
});

test('of many sources, the first are named', () => {
  const many = Array.from({ length: 6 }, (_, at) => ({ id: at + 2, name: `MLS ${at}`, trust: 50 }));
  expect(effectOfTrust(source, 51, many)).toBe(`${again} it wins over MLS 0, MLS 1, MLS 2 and 3 more.`);
});
