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
