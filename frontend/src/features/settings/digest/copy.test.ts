import type { DigestReply, DigestSent } from '@closingwire/contracts/digest';
import { expect, test } from 'vitest';
import { sentText, whenText } from './copy.ts';

const digest: DigestReply = {
  frequency: 'daily',
  weekday: 1,
  localTime: '06:30',
  timeZone: 'America/Chicago',
  viewId: '0198a000-0000-7000-8000-000000000001',
  isViewEmpty: false,
  areListsClosed: false,
  nextAt: '2026-03-19T11:30:00Z',
  lastSentAt: null,
};

test('the settings say why the email of an empty view does not come', () => {
  expect(whenText(digest, true)).toMatch(/^The next is due /);
  const next = { ...digest, nextAt: '2026-11-27T12:30:00Z', timeZone: 'America/Chicago' };
  expect(whenText(next, true).replace(/\s/g, ' ')).toMatch(/^The next is due Nov 27, 2026, 6:30 AM\./);
  const sent = { ...next, lastSentAt: '2026-11-27T03:30:00Z' };
  expect(whenText(sent, true).replace(/\s/g, ' ')).toMatch(/The last was sent Nov 26, 2026, 9:30 PM\.$/);
  expect(whenText({ ...digest, isViewEmpty: true }, true)).toMatch(
    /^No email comes.*no longer have any ZIP code/,
  );
  const off = { ...digest, frequency: 'off', nextAt: null } as const;
  expect(whenText({ ...off, isViewEmpty: true }, true)).toBe('None is due.');
});

test('the settings promise no email without notifications or open lists', () => {
  expect(whenText(digest, false)).toBe('No email comes while email notifications are off.');
  expect(whenText({ ...digest, areListsClosed: true }, true)).toBe(
    'No email comes while your lists are closed.',
  );
});

test('a request for the email of an empty view says so', () => {
  const sent: DigestSent = {
    sent: false,
    reason: 'view-empty',
    since: '2026-03-18T11:30:00Z',
    newAgents: 0,
    newDeals: 0,
    followUps: 0,
  };
  expect(sentText(sent).description).toContain('no longer have any ZIP code');
  expect(sentText({ ...sent, reason: 'no-news' }).title).toBe('Nothing new');
  const both = { ...sent, sent: true, reason: null, newAgents: 2, followUps: 1 };
  expect(sentText(both).description).toBe('The email has 2 new agents and 1 follow-up.');
});

test.for([
  [{ newAgents: 1 }, '1 new agent'],
  [{ newDeals: 3 }, '3 agents with another sale'],
  [{ newDeals: 1, followUps: 40 }, '1 agent with another sale and 40 follow-ups'],
  [{ newAgents: 2, newDeals: 1, followUps: 3 }, '2 new agents, 1 agent with another sale and 3 follow-ups'],
] as const)('a sent email names each of its parts: %j', ([parts, text]) => {
  const none = { newAgents: 0, newDeals: 0, followUps: 0 };
  const sent: DigestSent = { sent: true, reason: null, since: '2026-03-18T11:30:00Z', ...none, ...parts };
  expect(sentText(sent).description).toBe(`The email has ${text}.`);
});
