import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { placeFaults } from './check-place.ts';
import type { Place } from './place.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/place-`);
});
afterEach(() => rm(folder, { recursive: true }));

const placeIn = (siteCertificate: string, settings: Record<string, string>): Place => ({
  ...{
    settings,
    siteCertificate,
    settingsFile: '',
    project: '',
    state: '',
    certificates: siteCertificate,
    backups: '',
  },
});

const faultsOf = (settings: Record<string, string>) =>
  placeFaults(placeIn(folder, { PUBLIC_URL: 'https://app.example.com', ...settings }));

test('usual settings have no fault', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ PUBLIC_URL: 'https://app.example.com:8443', HTTPS_PORT: '8443' })).toEqual([]);
});

test.each([
  [{ CERTIFICATE: 'file' }, 'CERTIFICATE: expected automatic, internal, files, got file; correct it.'],
  [{ HTTPS_PORT: '8443' }, 'PUBLIC_URL: expected the port 8443 of HTTPS_PORT, got 443; make them the same.'],
  [{ BACKUP_TO: '/mnt/nas' }, /^BACKUP_TO: expected s3:\/\/… or nothing, got \/mnt\/nas/],
  [
    { CERTIFICATE: 'internal', ACME_EMAIL: 'ops@example.com' },
    'ACME_EMAIL: has no effect with CERTIFICATE=internal; remove one of the two.',
  ],
  [
    { ACME_DIRECTORY: 'http://acme.example.com' },
    'ACME_DIRECTORY: expected an https address, got http://acme.example.com; correct it.',
  ],
  [{ ACME_CA_FILE: '/certificates/acme.pem' }, /^ACME_CA_FILE: expected a file in .*which is not there\.$/],
  [
    { TRUSTED_PROXY_RANGES: '10.0.0.0/16,0.0.0.0/0' },
    /^TRUSTED_PROXY_RANGES: expected the addresses of your proxy, such as 10\.0\.0\.0\/16, got 0\.0\.0\.0\/0; /,
  ],
  [{ SMTP_URL: 'smtp://a\\' }, /^SMTP_URL: expected a value that does not end in/],
])('one mistake is one sentence: %j', (settings, sentence) => {
  expect(faultsOf(settings as Record<string, string>)).toEqual([expect.stringMatching(sentence)]);
});

test('a certificate of files needs both of them', async () => {
  await writeFile(`${folder}/site.pem`, '');
  expect(faultsOf({ CERTIFICATE: 'files' })).toEqual([expect.stringContaining('site-key.pem, got none')]);
});
