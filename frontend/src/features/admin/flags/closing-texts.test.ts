import { expect, test } from 'vitest';
import { agentSearch, changedFields, closingTexts, priceOf, sourceText, valuesOf } from './closing-texts.ts';

const closing = {
  price: 450_000,
  address1: '1 Elm St',
  fullName: 'Zoë Example',
  brokerageName: null,
  email: 'zoe@example.com',
  mobile: null,
  phone: null,
  city: 'Kent',
  state: 'WA',
  soldDate: '2026-03-15',
  hidden: { at: '2026-03-18T19:00:00.000Z', by: 'ada@example.com' },
  corrected: [
    { field: 'price', was: 400_000 },
    { field: 'email', was: null },
  ],
} as const;
const shown = { ...closing, corrected: [...closing.corrected] };

test('a closing says what an admin did to it', () => {
  expect(closingTexts(shown)).toEqual([
    '1 Elm St, Kent, sold Mar 15, 2026, $450,000',
    'Hidden from customers on Mar 18, 2026 by ada@example.com',
    'Corrected: price, now $450,000',
    'Corrected: email, now zoe@example.com',
  ]);
  expect(closingTexts({ ...shown, price: null, hidden: null, corrected: [] })).toEqual([
    '1 Elm St, Kent, sold Mar 15, 2026, price not disclosed',
  ]);
  expect(closingTexts({ ...shown, email: null, hidden: null }).at(-1)).toBe('Corrected: email, now none');
});

test('the rows of an agent are found by the contacts that are stored now', () => {
  const agent = { fullName: 'Zoe Example', email: 'wrong@example.com', phone: '2065550100' };
  const found = (changes: Partial<typeof shown> | null) =>
    agentSearch({ agent, closing: changes && { ...shown, ...changes } });
  expect(found({})).toBe('zoe@example.com');
  const contacts = { email: null, mobile: '2065550111', phone: '2065550122' };
  expect(found(contacts as never)).toBe('2065550111');
  expect(found({ ...contacts, mobile: null } as never)).toBe('2065550122');
  expect(found({ email: null } as never)).toBe('Zoë Example');
  expect(found(null)).toBe('wrong@example.com');
});

test('only changed fields become corrections', () => {
  const values = valuesOf(shown);
  expect(changedFields(shown, values)).toEqual({});
  expect(
    changedFields(shown, { ...values, price: '$460,000', email: ' ', brokerageName: ' Example & Co. ' }),
  ).toEqual({ price: 460_000, email: null, brokerageName: 'Example & Co.' });
  expect(changedFields(shown, { ...values, price: '' })).toEqual({ price: null });
});

test('a price is a whole sum', () => {
  expect(priceOf('$1,250,000')).toBe(1_250_000);
  expect(priceOf('12')).toBeUndefined();
  expect(priceOf('1.5 million')).toBeUndefined();
});

test('a corrected field names what the sources say', () => {
  expect(sourceText(shown, 'price')).toBe('Corrected. The sources say $400,000.');
  expect(sourceText(shown, 'email')).toBe('Corrected. The sources give none.');
  expect(sourceText(shown, 'phone')).toBeUndefined();
});
