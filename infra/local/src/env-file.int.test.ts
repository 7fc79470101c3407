import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSettings } from './env-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/env-file-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  writeFileSync(`${folder}/.env`, text);
  return `${folder}/.env`;
}

test('set variables override the file', () => {
  const env = { TRIAL_DAYS: '7' };
  const settings = loadSettings(fileWith('\uFEFFTRIAL_DAYS=9\r\nMAIL_FROM=a\r\n'), env);
  expect(env).toEqual({ TRIAL_DAYS: '7', MAIL_FROM: 'a' });
  expect(settings).toEqual({ TRIAL_DAYS: '9', MAIL_FROM: 'a' });
  expect(loadSettings(`${folder}/none`, env)).toEqual({});
});

test('a duplicate name is an error with both lines', () => {
  const file = fileWith('TRIAL_DAYS=9\nMAIL_FROM=a\nTRIAL_DAYS=7\n');
  expect(() => loadSettings(file, {})).toThrow(
    `${file}: TRIAL_DAYS: expected one line, got lines 1 and 3; remove all but one.`,
  );
});
