import { expect, test } from 'vitest';
import { isNobody, isNoMailbox, isNoNumber } from './nobody.ts';

test.each([
  'Non Member',
  'NONMEMBER MLS',
  'NON-MLS AGENT',
  'Non NWMLS Member',
  'Non-Participating Broker',
  'Not a Member',
  'Out of Area',
  'OUT-OF-AREA AGENT',
  'Owner',
  'Owner/Agent',
  'For Sale By Owner',
  'FSBO',
  'Unrepresented Buyer',
  'Unknown Agent',
  'No Selling Agent',
  'See Remarks',
])('%s is no agent', name => {
  expect(isNobody(name)).toBe(true);
});

test.each([
  'Noni Member',
  'Nona Agent',
  'Owen Example',
  'Una Known',
  'Forsythe Example',
  'Non Nguyen',
  'See Lee',
])('%s is an agent', name => {
  expect(isNobody(name)).toBe(false);
});

test.each(['noemail@example.com', 'no-email@example.com', 'NONE@none.com', 'na@na.com', 'email@email.com'])(
  '%s is no mailbox',
  email => {
    expect(isNoMailbox(email)).toBe(true);
  },
);

test.each([
  'nona@example.com',
  'noah@example.com',
  'email@example.com',
  'test@example.com',
  'na@example.com',
  'nona.e@example.com',
])('%s is a mailbox', email => {
  expect(isNoMailbox(email)).toBe(false);
});

test.each(['555-555-5555', '(999) 999-9999', '1-111-111-1111', '000-0000', '+1 888 888 8888'])(
  '%s is no number',
  text => {
    expect(isNoNumber(text)).toBe(true);
  },
);

test.each(['555-555-5556', '(222) 222-2220', '206-555-0142', '555-555-5555 / 206-555-0142'])(
  '%s is a number',
  text => {
    expect(isNoNumber(text)).toBe(false);
  },
);
