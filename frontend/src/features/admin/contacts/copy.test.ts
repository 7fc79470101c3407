import type { DoNotCallCheck, DoNotCallList } from '@closingwire/contracts/contacts';
import { emailStates, phoneStates } from '@closingwire/contracts/contacts';
import { expect, test } from 'vitest';
import { effectText, warningLines } from './check-copy.ts';
import { areasText, numbersText, removalText } from './copy.ts';
import { stateName } from './state-names.ts';

test('many area codes are counted', () => {
  expect(areasText(['206'])).toBe('206');
  expect(areasText(['201', '202', '203', '205', '206', '207', '208'])).toBe(
    '201, 202, 203, 205, 206 and 2 more',
  );
  expect(numbersText(1)).toBe('1 number');
  expect(numbersText(1_000_000)).toBe('1,000,000 numbers');
});

test('no state is called safe or just unknown', () => {
  const names = [
    ...emailStates.map(state => stateName('email', state)),
    ...phoneStates.map(state => stateName('phone', state)),
  ];
  expect(names.join(' ')).not.toMatch(/safe/i);
  expect(names).not.toContain('Unknown');
  expect(names).toContain('Line type unknown');
});

const area = { areaCode: '206', numbers: 2, stored: 1_500, added: 1, removed: 1_499, warning: null };
const check: DoNotCallCheck = {
  kind: 'full',
  fileName: '206.txt',
  listedOn: '2026-03-12',
  numbers: 3,
  areas: [area, { ...area, areaCode: '425', warning: '2 numbers, fewer than 1,000' }],
  isStored: false,
};

test('a check tells what the list would do', () => {
  expect(effectText(check)).toBe(
    '3 lines with a number, area codes 206, 425. It would add 2 numbers and take 2,998 off. All other numbers of these area codes would read “Not on the do-not-call list”.',
  );
  expect(effectText({ ...check, kind: 'changes', numbers: 1, areas: [area] })).toBe(
    '1 line with a number, area code 206. It would add 1 number and take 1,499 off.',
  );
});

test('small area codes are named', () => {
  expect(warningLines(check.areas)).toEqual(['Area code 425: 2 numbers, fewer than 1,000']);
  const many = Array.from({ length: 7 }, (_, n) => ({ ...area, areaCode: `20${n}`, warning: 'small' }));
  expect(warningLines(many).at(-1)).toBe('And 2 more area codes');
});

test('a removal names the area codes it uncovers', () => {
  const list = { areaCodes: ['206', '425'], uncoveredAreaCodes: ['206'] } as DoNotCallList;
  expect(removalText(list)).toContain('of the area code 425 are removed');
  expect(removalText({ ...list, uncoveredAreaCodes: ['206', '425'] })).toMatch(/^No number of this list/);
});
