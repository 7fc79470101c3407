import { expect, test } from 'vitest';
import { zipTaken } from './zip-taken.ts';

test('one ZIP is named alone', () => {
  expect(zipTaken(['10001'])).toMatchObject({
    kind: 'conflict',
    code: 'zip_taken',
    message: 'ZIP code 10001 is no longer available',
    detail: { zipCodes: ['10001'] },
  });
});

test('several ZIPs are all named', () => {
  expect(zipTaken(['10001', '10002'])).toMatchObject({
    message: 'ZIP codes 10001, 10002 are no longer available',
    detail: { zipCodes: ['10001', '10002'] },
  });
});
