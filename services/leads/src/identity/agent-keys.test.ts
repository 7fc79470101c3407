import { describe, expect, test } from 'vitest';
import { readFlat } from '../../test/flat-lead.ts';
import { agentKeysOf, licenseKey } from './agent-keys.ts';
import { agentNameOf, isSameName } from './agent-name.ts';

const base = { address1: '1 Elm St', city: 'Kent', state: 'WA', zip: '98030', soldDate: '2026-03-09' };
const keysOf = (changes: object) => agentKeysOf(readFlat({ ...base, fullName: 'Bob Smith', ...changes }));
const areOne = (one: object, other: object) => {
  const keys = new Set(keysOf(one));
  return keysOf(other).some(key => keys.has(key));
};

describe('a name', () => {
  test.each([
    'Robert Smith',
    'Bob Smith',
    'SMITH, ROBERT',
    'Smith, Bob J.',
    'Robert J. Smith Jr.',
    'Mr. Bob Smith, REALTOR®',
    'Bob Smith (Broker)',
    'Róbert Smith',
  ])('of one person is written %s', name => {
    expect(agentNameOf(name)).toEqual({ first: 'robert', last: 'smith' });
  });

  test.each([
    ['Ann Lee', 'Ben Lee', false],
    ['A. Lee', 'Ann Lee', true],
    ['Ann Lee', 'Ann Li', false],
    ["Zoë D'Angelo", 'Zoe DAngelo', true],
    ['王伟', '李娜', false],
    ['Cher', 'Cher', true],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(isSameName(agentNameOf(one), agentNameOf(other))).toBe(expected);
  });
});

describe('an agent', () => {
  test.each([
    [{ licenseNumber: 'WA-20117' }, { licenseNumber: 'wa 20117', fullName: 'Robert Smith' }],
    [{ licenseNumber: 'WA-20117' }, { licenseNumber: 'WA-20117', fullName: 'Bob Jones' }],
    [{ licenseNumber: '01234568' }, { licenseNumber: '1234568' }],
    [{ licenseNumber: 'DRE# 01234568' }, { licenseNumber: '01234568' }],
    [{ licenseNumber: 'CalBRE #01234568' }, { licenseNumber: 'License No. 1234568' }],
    [{ licenseNumber: 'WA-20117', email: 'bob@example.com' }, { email: 'BOB@example.com' }],
    [{ mobile: '206-555-0142' }, { mobile: '+1 (206) 555-0142', licenseNumber: 'WA-20117' }],
    [{ brokerageName: 'Example Realty, LLC' }, { brokerageName: 'The Example Realty' }],
    [
      { licenseNumber: 'WA-20117', zip: '98030' },
      { licenseNumber: 'WA-20117', zip: '98031' },
    ],
  ])('is one person: %j and %j', (one, other) => {
    expect(areOne(one, other)).toBe(true);
  });

  test.each([
    [{ licenseNumber: 'WA-20117' }, { licenseNumber: 'WA-20118' }],
    [{ licenseNumber: '00012345' }, { licenseNumber: '000012345' }],
    [{ licenseNumber: 'SL12377' }, { licenseNumber: 'BK12377' }],
    [{ licenseNumber: '20117' }, { licenseNumber: '20117', state: 'OR', zip: '97001' }],
    [{ licenseNumber: 'WA-20117' }, { licenseNumber: 'WA-20117', fullName: 'Ann Smith' }],
    [{ email: 'smiths@example.com' }, { email: 'smiths@example.com', fullName: 'Ann Smith' }],
    [{ email: 'info@example.com' }, { email: 'info@example.com', brokerageName: 'Other' }],
    [{ mobile: '206-555-0142' }, { mobile: '206-555-0142', fullName: 'Bob Jones' }],
    [{ phone: '206-555-0142' }, { phone: '206-555-0142', brokerageName: 'Other' }],
    [{ brokerageName: 'Example Realty' }, { brokerageName: 'Other Realty' }],
  ])('is not the other: %j and %j', (one, other) => {
    expect(areOne(one, other)).toBe(false);
  });

  test.each([
    '0',
    '000000',
    '99999',
    'WA-0000',
    '12345',
    '123456789',
    '987654',
    'see remarks',
    'Applied for',
    'TX-',
  ])('is not known by the license %s', license => {
    expect(licenseKey(license)).toBeUndefined();
  });
});
