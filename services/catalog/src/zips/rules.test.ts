import { describe, expect, it } from 'vitest';
import { checkImport } from './rules.ts';

const zipRow = { zipCode: '90210', city: 'Beverly Hills', state: 'CA', rowIndex: 7 };

describe('imported rows', () => {
  it('get the defaults of a new ZIP', () => {
    expect(checkImport([{ ...zipRow, zipCode: ' 90210 ', state: 'ca' }])).toEqual({
      zips: [
        { zipCode: '90210', city: 'Beverly Hills', state: 'CA', price: 25, isAvailable: true, rowIndex: 7 },
      ],
      errors: [],
    });
  });

  it.each(['dc', 'PR', 'GU', 'VI', 'AS', 'MP', 'wy'])('may be in %s', state => {
    expect(checkImport([{ ...zipRow, state }])).toMatchObject({
      zips: [{ state: state.toUpperCase() }],
      errors: [],
    });
  });

  it.each([
    [{ zipCode: '9021' }, 'five digits'],
    [{ zipCode: '90210-1234' }, 'five digits'],
    [{ city: '  ' }, 'A city is required'],
    [{ city: 'Beverly\u0000Hills' }, 'no control characters'],
    [{ state: 'California' }, 'two capital letters'],
    [{ state: 'zz' }, 'Expected a two-letter state, DC or territory; received “ZZ”'],
    [{ price: 12.5 }, 'whole number'],
    [{ price: -1 }, 'not negative'],
  ])('name what is wrong with %o', (change, text) => {
    const { zips, errors } = checkImport([{ ...zipRow, ...change }]);
    expect(zips).toEqual([]);
    expect(errors).toEqual([{ rowIndex: 7, message: expect.stringContaining(text) }]);
  });
});
