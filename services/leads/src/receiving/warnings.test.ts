import type { ReceivedLead } from '@closingwire/contracts/leads';
import { describe, expect, test } from 'vitest';
import { deliveryWarnings } from './warnings.ts';

const now = new Date('2026-03-18T19:00:00Z');
const license = {
  name: 'Example MLS',
  states: null,
  permittedUses: ['lists' as const],
  expiresAt: null,
  isValid: true,
};

type Facts = { soldDate?: string; state?: string; email?: string; mobile?: string; phone?: string };

const leadOf = ({ soldDate = '2026-03-17', state = 'WA', ...contacts }: Facts) =>
  ({
    email: null,
    mobile: null,
    phone: null,
    ...contacts,
    property: { soldDate, state },
  }) as unknown as ReceivedLead;

const good = { email: 'ann@example.com' };

function warningsOf(rows: readonly Facts[], changes: object = {}, at = now) {
  const changed: Parameters<typeof deliveryWarnings>[0] = { ...license, ...changes };
  const warnings = deliveryWarnings(changed, at);
  for (const row of rows.map(leadOf)) {
    const { state } = row.property;
    if (changed.states?.includes(state) === false) warnings.uncovered(state);
    else warnings.look(row);
  }
  return warnings.list();
}
const codesOf = (...given: Parameters<typeof warningsOf>) => warningsOf(...given).map(({ code }) => code);

test('a delivery that subscribers see and use has no warning', () => {
  expect(warningsOf([good, { phone: '(206) 555-0142' }, { mobile: '(206) 555-0143' }])).toEqual([]);
});

describe('sales out of the days of a list', () => {
  test('are counted, all of them', () => {
    const rows = ['2026-03-11', '2025-12-31'].map(soldDate => ({ ...good, soldDate }));
    expect(warningsOf(rows)).toEqual([
      {
        code: 'not_recent',
        rows: 2,
        message:
          'No row has a closing of the last 7 days, so lists leave these rows out unless a subscriber chooses other dates. The newest sale is of Mar 11, 2026. Check the sale dates, or ask the source for newer closings.',
      },
    ]);
  });

  test('are counted, some of them', () => {
    const [warning] = warningsOf([good, { ...good, soldDate: '2026-03-01' }, good]);
    expect(warning).toMatchObject({
      rows: 1,
      message: expect.stringMatching(/^Only 2 of 3 rows have a closing .*leave the other row out/),
    });
  });

  test.each([
    ['2026-03-12', []],
    ['2026-03-11', ['not_recent']],
    ['2026-03-18', []],
    ['2026-03-19', ['not_recent']],
  ])('begin and end with the list: %s', (soldDate, codes) => {
    expect(codesOf([{ ...good, soldDate }])).toEqual(codes);
  });

  test('follow the calendar of the state', () => {
    // It is March 18 in Hawaii, and March 19 in New York.
    const night = new Date('2026-03-19T05:00:00Z');
    const row = { ...good, soldDate: '2026-03-12' };
    expect(codesOf([{ ...row, state: 'HI' }], {}, night)).toEqual([]);
    expect(codesOf([{ ...row, state: 'NY' }], {}, night)).toEqual(['not_recent']);
  });
});

describe('rows without a contact', () => {
  test('are counted, all of them', () => {
    expect(warningsOf([{}, {}])).toMatchObject([
      {
        code: 'no_contact',
        rows: 2,
        message: expect.stringMatching(/^No row has an email address or a phone number\. .*these agents/),
      },
    ]);
  });

  test('are counted, some of them', () => {
    expect(warningsOf([good, {}, {}])).toMatchObject([
      {
        rows: 2,
        message: expect.stringMatching(/^Only 1 of 3 rows has an email .*the agents of the other 2 rows/),
      },
    ]);
  });
});

describe('a license', () => {
  test.each([
    ['2026-03-01T08:00:00.000Z', 'Feb 28, 2026'],
    ['2026-03-01T05:00:00.000Z', 'Feb 28, 2026'],
    ['2026-03-01T10:00:00.000Z', 'Feb 28, 2026'],
  ])('that ended at %s had the last day %s', (expiresAt, day) => {
    expect(warningsOf([good, good], { expiresAt, isValid: false })).toEqual([
      {
        code: 'license_ended',
        rows: 2,
        message: `The license of 'Example MLS' ended on ${day}. The 2 rows will be stored, and hidden until it is renewed. Renew it in 'Sources', or choose another source.`,
      },
    ]);
  });

  test('without lists hides the rows', () => {
    expect(warningsOf([good], { permittedUses: ['exports'] })).toMatchObject([
      {
        code: 'no_lists',
        rows: 1,
        message: expect.stringContaining('does not permit lists. The 1 row will'),
      },
    ]);
  });

  test('of other states rejects their rows', () => {
    const rows = ['WA', 'OR', 'CA', 'OR'].map(state => ({ ...good, state }));
    expect(warningsOf(rows, { states: ['WA'] })).toMatchObject([
      {
        code: 'license_states',
        rows: 3,
        message: expect.stringContaining('does not cover CA, OR: 3 rows will be rejected.'),
      },
    ]);
  });

  test('that covers no row warns only of that', () => {
    expect(codesOf([{ state: 'OR' }], { states: ['WA'], permittedUses: [] })).toEqual(['license_states']);
  });
});
