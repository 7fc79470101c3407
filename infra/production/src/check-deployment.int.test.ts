import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { makeCertificates } from '@closingwire/local/testing/certificates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deploymentFaults } from './check-deployment.ts';
import { type Deployment, openDeployment } from './deployment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/deployment-`);
});
afterEach(() => rm(folder, { recursive: true }));

const deploymentIn = (siteCertificate: string, settings: Record<string, string>): Deployment => ({
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
  deploymentFaults(deploymentIn(folder, { PUBLIC_URL: 'https://app.example.com', ...settings }));

test('usual settings have no fault', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ PUBLIC_ADDRESS: '203.0.113.7', HTTP_PORT: '8080', HTTPS_PORT: '8443' })).toEqual([]);
  expect(faultsOf({ ACME_EMAIL: 'ops@example.com' })).toEqual([]);
  for (const IMAGE of [
    'closingwire',
    'a.b/c/closing-wire:v1.2_x',
    `localhost:5000/c@sha256:${'a'.repeat(64)}`,
  ])
    expect(faultsOf({ IMAGE })).toEqual([]);
  expect(faultsOf({ PUBLIC_URL: 'https://app.example.com:8443', HTTPS_PORT: '8443' })).toEqual([]);
});

test.each([
  [{ CERTIFICATE: 'file' }, 'CERTIFICATE: expected automatic, internal, files, got file; correct it.'],
  [
    { HTTPS_PORT: '8443' },
    'PUBLIC_URL: expected the port 8443 of HTTPS_PORT, got 443; make them the same, or set PUBLIC_ADDRESS where another machine forwards to this one.',
  ],
  [{ BACKUP_TO: '/mnt/nas' }, /^BACKUP_TO: expected s3:\/\/… or nothing, got \/mnt\/nas/],
  [
    { CERTIFICATE: 'internal', ACME_EMAIL: 'ops@example.com' },
    'ACME_EMAIL: has no effect with CERTIFICATE=internal; remove one of the two.',
  ],
  [
    { ACME_DIRECTORY: 'http://acme.example.com' },
    'ACME_DIRECTORY: expected an https address, got http://acme.example.com; correct it.',
  ],
  [{ ACME_EMAIL: '}x{' }, 'ACME_EMAIL: expected an email address, got }x{; correct it.'],
  [{ CERTIFICATE: 'toString' }, /^CERTIFICATE: expected automatic, internal, files, got toString/],
  [
    { IMAGE: 'foo bar' },
    "IMAGE: expected a name such as registry.example.com/closingwire:1, got 'foo bar'; correct it.",
  ],
  [{ IMAGE: 'registry.example.com/ClosingWire:1' }, /^IMAGE: expected a name/],
  [{ HTTP_PORT: '443' }, 'HTTP_PORT: expected another port than HTTPS_PORT, got 443 for both; change one.'],
  [
    { HTTP_PORT: '8080', HTTPS_PORT: '8443', PUBLIC_URL: 'https://app.example.com:8443' },
    /^CERTIFICATE: expected HTTP_PORT=80 or HTTPS_PORT=443, to which Let’s Encrypt connects, got 8080 and 8443/,
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

test('CERTIFICATE=files needs both files', async () => {
  await writeFile(`${folder}/site.pem`, '');
  expect(faultsOf({ CERTIFICATE: 'files' })).toEqual([expect.stringContaining('site-key.pem, got none')]);
});

const files = ['site.pem', 'site-key.pem'] as const;

/** Writes a certificate and its key to Caddy's folder. */
async function putCertificate(name: string): Promise<void> {
  const { certificate, key } = await makeCertificates(folder, name);
  await rename(certificate, `${folder}/site.pem`);
  await rename(key, `${folder}/site-key.pem`);
}

test('a certificate for the name has no fault', async () => {
  await putCertificate('DNS:*.example.com');
  expect(faultsOf({ CERTIFICATE: 'files' })).toEqual([]);
});

test('a certificate of another name, with another key, is two sentences', async () => {
  await putCertificate('DNS:other.example.com');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeFile(`${folder}/site-key.pem`, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  expect(faultsOf({ CERTIFICATE: 'files' })).toEqual([
    'CERTIFICATE: expected site.pem for app.example.com, got one for DNS:other.example.com; put another there.',
    'CERTIFICATE: expected the key of site.pem in site-key.pem, got another; put both there.',
  ]);
});

test('an expired certificate is one sentence', async () => {
  await putCertificate('DNS:app.example.com');
  vi.setSystemTime(Date.now() + 3 * 86_400_000);
  expect(faultsOf({ CERTIFICATE: 'files' })).toEqual([
    expect.stringMatching(
      /^CERTIFICATE: expected site\.pem to be valid today, got \d{4}-\d\d-\d\d to .+; renew it\.$/,
    ),
  ]);
  vi.useRealTimers();
});

test.each(files)('a text that is no PEM in %s is one sentence', async file => {
  await putCertificate('DNS:app.example.com');
  await writeFile(`${folder}/${file}`, 'nonsense');
  expect(faultsOf({ CERTIFICATE: 'files' })).toEqual([
    expect.stringMatching(
      new RegExp(`^CERTIFICATE: expected .+ in PEM in .+/${file}, got another text; correct it\\.$`),
    ),
  ]);
});

test.each(['../../../esc', "'My Product'", 'UPPER', 'a/b', '-a'])(
  'the name %s is refused before it is used',
  async name => {
    await writeFile(`${folder}/.env.production`, `PROJECT=${name}\n`);
    await expect(openDeployment(`${folder}/.env.production`)).rejects.toThrow(
      'PROJECT: expected small letters',
    );
  },
);
