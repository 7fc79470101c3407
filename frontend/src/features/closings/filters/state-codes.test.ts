import { states } from '@closingwire/contracts/reference';
import { expect, test } from 'vitest';
import { stateCodes } from './state-codes.ts';

test('the filter has the states of the contract', () => {
  expect(stateCodes).toEqual(Object.keys(states));
});
