import type { KeptExport } from '@closingwire/contracts/exports';
import { expect, test } from 'vitest';
import { againNotice, filterText, leftOutText, onlyNewText, reasonAgainst, sizeText } from './file-words.ts';
import { repeatLabel } from './repeat-label.ts';

const kept: KeptExport = {
  id: '0198c0de-0000-7000-8000-000000000001',
  madeAt: '2026-03-17T08:00:00Z',
  ...{ format: 'csv', preset: 'full', columns: null },
  ...{ filters: {}, onlyNew: false, comparedWith: 'all', view: null },
  ...{ agents: 2, closings: 3, isAvailable: true },
};

test('a past export names its rows: closings, or agents in a file with a row for each', () => {
  expect(sizeText(kept)).toBe('2 agents, 3 closings');
  expect(sizeText({ ...kept, preset: 'dashboard' })).toBe('2 agents, 3 closings');
  expect(sizeText({ ...kept, preset: 'list' })).toBe('2 agents, 3 closings');
  // Two of its rows proved to be one agent later.
  expect(sizeText({ ...kept, preset: 'hubspot' })).toBe('3 agents');
});

test('a past export names its view, its ZIPs and what it was compared with', () => {
  const view = { id: kept.id, name: 'Client A' };
  const filters = { zips: '98030,98055', search: 'keller' };
  expect(filterText({ ...kept, view, filters, onlyNew: true, comparedWith: 'same' })).toBe(
    'only agents new to files like it, view Client A, ZIPs 98030 98055, with “keller”, the last 7 days',
  );
});

test('a file of new agents says in one sentence what it is compared with', () => {
  const choice = { format: 'csv', preset: 'hubspot', columns: null, onlyNew: true } as const;
  const sentence = (comparedWith: 'all' | 'same', view?: string) =>
    onlyNewText({ ...choice, comparedWith }, view);
  expect(sentence('all', 'Client A')).toBe(
    'Leaves out agents whom your earlier exports of any kind held, also with a new closing.',
  );
  expect(sentence('same', 'Client A')).toBe(
    'Leaves out agents whom your earlier exports for HubSpot of the view “Client A” held, also with a new closing.',
  );
  expect(sentence('same')).toContain('exports for HubSpot without a view held');
});

const { id, madeAt } = kept;
const view = { id, name: 'Client A' };
const leftOut = {
  agents: 84,
  exports: [
    { id, madeAt, preset: 'hubspot', view, agents: 80 },
    { id, madeAt, preset: 'dashboard', view: null, agents: 3 },
  ],
} as const;

test('the agents who are left out are counted by the exports that had them', () => {
  expect(leftOutText({ ...leftOut, exports: [...leftOut.exports] })).toBe(
    'It leaves out 84 agents now: 80 from the export for HubSpot of Mar 17, 2026 (view “Client A”), 3 from the dashboard file of Mar 17, 2026, 1 from others.',
  );
  expect(leftOutText({ agents: 0, exports: [] })).toBe('It leaves out no agent now.');
});

test('a file without rows says why and what to do', () => {
  const choice = {
    format: 'csv',
    preset: 'full',
    columns: null,
    onlyNew: true,
    comparedWith: 'all',
  } as const;
  const none = { rows: 0, leftOut: { agents: 0, exports: [] } };
  expect(reasonAgainst(choice, undefined)).toBeUndefined();
  expect(reasonAgainst(choice, { ...none, rows: 1 })).toBeUndefined();
  expect(reasonAgainst({ ...choice, columns: [] }, undefined)).toBe('Choose at least one column.');
  expect(reasonAgainst(choice, none)).toContain('Change the filters first');
  expect(reasonAgainst({ ...choice, preset: 'mailchimp' }, none)).toContain('with an email address');
  expect(reasonAgainst(choice, { rows: 0, leftOut: { ...leftOut, exports: [] } })).toBe(
    'All 84 agents were in earlier exports. Turn off “Only agents who are new to you” to download them again.',
  );
});

test('an export downloaded again says how many of its rows are left', () => {
  expect(againNotice(98, 98).description).toBe('Downloaded 98 agent records.');
  expect(againNotice(91, 98).description).toMatch(/^Downloaded 91 of 98 agent records\. .* on your lists/);
  expect(againNotice(0, 98).title).toBe('No Data to Export');
});

test('the button of a choice names the view of Today', () => {
  const choice = { format: 'csv', preset: 'hubspot', columns: null, comparedWith: 'same' } as const;
  expect(repeatLabel({ ...choice, onlyNew: false })).toBe('Export for HubSpot');
  expect(repeatLabel({ ...choice, onlyNew: true }, 'Client A')).toBe(
    'Export for HubSpot, only new: Client A',
  );
});
