import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { outdated } from './shelves.ts';

const now = new Date('2026-11-25T03:20:00Z');
const backup = (name: string, problem?: string) => ({
  name,
  manifest: { takenAt: `${name.slice(0, 10)}T03:15:00Z` } as Manifest,
  ...(problem && { problem }),
});
const ofDay = (day: string) => `2026-${day}T03-15-00`;

test('backups older than the days to keep are outdated', () => {
  const backups = ['11-10', '11-11', '11-12', '11-25'].map(day => backup(ofDay(day)));
  expect(outdated(backups, { now, retentionDays: 14 })).toEqual([ofDay('11-10'), ofDay('11-11')]);
});

test('the last good backup is never outdated', () => {
  const backups = [
    backup(ofDay('09-01')),
    backup(ofDay('09-02')),
    backup(ofDay('11-25'), 'files are missing'),
  ];
  expect(outdated(backups, { now, retentionDays: 14 })).toEqual([ofDay('09-01')]);
});

test("a backup with an operator's name or an unknown version is never outdated", () => {
  const foreign = { name: ofDay('01-01'), problem: 'not a manifest that this version reads' };
  const backups = [foreign, { ...backup(ofDay('01-02')), name: 'before-the-move' }, backup(ofDay('11-25'))];
  expect(outdated(backups, { now, retentionDays: 14 })).toEqual([]);
});

test('backups of another installation are never outdated', () => {
  const backups = ['01-01', '01-02', '11-25'].map(day => backup(ofDay(day)));
  for (const [at, installation] of ['other', 'own', 'own'].entries())
    Object.assign(backups[at]?.manifest ?? {}, { installation });
  expect(outdated(backups, { now, retentionDays: 14, installation: 'own' })).toEqual([ofDay('01-02')]);
});
