import { expect, test } from 'vitest';
import { streetOf } from './street.ts';

const place = { city: 'St. Paul', state: 'MN', zipCode: '55101' };

test.each([
  ['12 Elm St, St. Paul, MN 55101', '12 Elm St'],
  ['12 Elm St, Saint Cloud, MN 55101', '12 Elm St, Saint Cloud'],
  ['12 Elm St, St Paul MN, 55101-1234', '12 Elm St'],
  ['12 Elm St, Unit 4, ST PAUL, mn, 55101, USA', '12 Elm St, Unit 4'],
  ['12 Elm St St. Paul MN 55101', '12 Elm St'],
  ['12 Elm St,', '12 Elm St'],
  ['12 Elm St', '12 Elm St'],
  ['55101 Elm St', '55101 Elm St'],
  ['St. Paul, MN', 'St. Paul, MN'],
])('%s is the street %s', (address, street) => {
  expect(streetOf(address, place)).toBe(street);
});

test.each([
  ['12 Elm St Kent WA 98030', '12 Elm St'],
  ['12 Elm St Kent WA 98030-1234', '12 Elm St'],
  ['12 Elm St Kent, WA 98030', '12 Elm St'],
  ['12 Elm St Kent WA, 98030', '12 Elm St'],
  ['12 Elm St, Apt 4 Kent, WA 98030', '12 Elm St, Apt 4'],
  ['12 Kent Ave, Kent, WA', '12 Kent Ave'],
  ['12 W Kent WA 98030', '12 W Kent WA 98030'],
  ['12 Elm St, WA, Kent, WA 98030', '12 Elm St, WA'],
])('with fewer commas %s is the street %s', (address, street) => {
  expect(streetOf(address, { city: 'Kent', state: 'WA', zipCode: '98030' })).toBe(street);
});
