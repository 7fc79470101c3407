import type { AgentPage } from '@closingwire/contracts/agent-page';
import { expect, test } from 'vitest';
import { vCardOf } from './vcard.ts';

const addressOf = (officeAddress: string) =>
  vCardOf({ fullName: 'Ada Stone', officeAddress } as AgentPage)
    .split('\r\n')
    .find(line => line.startsWith('ADR'));

test.for([
  ['1 Pine St, Suite 2, Kent, WA 98030', '1 Pine St\\, Suite 2;Kent;WA;98030'],
  ['1 Pine St, Kent, wa, 98030-1234', '1 Pine St;Kent;WA;98030-1234'],
  ['1 Pine St, Kent, WA', '1 Pine St;Kent;WA;'],
  ['12 Pine St 98030', '12 Pine St;;;98030'],
  ['12 Pine St', '12 Pine St;;;'],
  ['1 Pine; Floor 2', '1 Pine\\; Floor 2;;;'],
])('the contact file splits the office address %s', ([address, parts]) => {
  expect(addressOf(address ?? '')).toBe(`ADR;TYPE=WORK:;;${parts};`);
});

const reachable = {
  fullName: 'Ada Stone',
  email: 'ada@example.com',
  mobile: '(206) 555-0142',
  phone: '(206) 555-0143',
} as AgentPage;

test('the contact file has the contacts, and no note, while none is marked', () => {
  const card = vCardOf({ ...reachable, mustNotCall: null, isEmailWrong: false });
  expect(card).toContain('TEL;TYPE=CELL:(206) 555-0142');
  expect(card).toContain('TEL;TYPE=WORK:(206) 555-0143');
  expect(card).toContain('EMAIL;TYPE=INTERNET:ada@example.com');
  expect(card).not.toContain('NOTE');
});

test('the contact file leaves out marked numbers and a wrong email, and says so', () => {
  const mustNotCall: AgentPage['mustNotCall'] = [{ field: 'mobile', state: 'do-not-call' }];
  const card = vCardOf({ ...reachable, mustNotCall, isEmailWrong: true });
  expect(card).not.toContain('555-0142');
  expect(card).not.toContain('ada@example.com');
  expect(card).toContain('TEL;TYPE=WORK:(206) 555-0143');
  expect(card).toContain('NOTE:Left out. Mobile: on a do-not-call list. Email: a wrong address.\r\n');
  const wrong: AgentPage['mustNotCall'] = [{ field: 'phone', state: 'wrong' }];
  expect(vCardOf({ ...reachable, mustNotCall: wrong })).toContain('Office phone: a wrong number.');
});
