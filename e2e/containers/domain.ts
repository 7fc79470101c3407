import { appendFile, chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { poll } from '@closingwire/local/poll';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';
import { startAuthority } from './authority.ts';
import { follow } from './follow-runbook.ts';
import { keyHash } from './key-hash.ts';
import type { Registry } from './registry.ts';

// A server with a deployed product: its domain resolves to this machine; a mail server and a payment provider are
// outside.

export const domain = 'app.closingwire.test';
const payments = 'payments.closingwire.test';

/** The bridge's address, reachable from this machine and from containers. */
const HERE = '172.17.0.1';
const MARK = '# closingwire test';

const ports = { smtp: 13_025, mailWeb: 13_080, stripe: 13_111, payments: 13_443 };

export const folder = `${localDirectory}/server`;
export const settingsFile = `${folder}/.env.production`;
export const mailApiUrl = `http://127.0.0.1:${ports.mailWeb}`;
export const stripeUrl = `http://${HERE}:${ports.stripe}`;
export const stripeKey = 'sk_test_51Rehearsal0000000r4nd0mOfTheTest';

const outside = (name: string) => `closingwire-outside-${name}`;

/** Separate from another product on this machine. */
export const project = 'closingwire-rehearsal';
export const secondProject = `${project}-second`;

/** An operator's values in .env.production, in addition to the generated secrets. */
const given: Record<string, string> = {
  PROJECT: project,
  PUBLIC_URL: `https://${domain}`,
  CERTIFICATE: 'internal',
  SMTP_URL: `smtp://${HERE}:${ports.smtp}`,
  MAIL_FROM: '"ClosingWire <hello@closingwire.test>"',
  SUPPORT_ADDRESS: 'support@closingwire.test',
  POSTAL_ADDRESS: '"ClosingWire Inc., 2 Main Street, Springfield, IL 62701"',
  STRIPE_SECRET_KEY: stripeKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51Rehearsal0000000r4nd0mOfTheTest',
  STRIPE_API_URL: stripeUrl,
  STRIPE_SANDBOX_URL: `https://${payments}:${ports.payments}`,
  PAYMENT_ORIGINS: `https://${payments}:${ports.payments}`,
};

/** Sets values in the settings file. */
export async function edit(values: Record<string, string>, file = settingsFile): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [name, value] of Object.entries(values))
    text = text.replace(new RegExp(`^#?${name}=.*$`, 'm'), () => `${name}=${value}`);
  await writeFile(file, text);
}

const docker = (...args: string[]) => execa('docker', args);

/** Arguments of a container that restarts with the engine. */
const runOf = (name: string, published: string) => [
  ...['run', '--detach', '--restart', 'unless-stopped'],
  ...['--name', outside(name), '--publish', published],
];

/**
 * Starts the payment provider, which keeps its data in a volume. It trusts the domain's certificate authority once
 * that exists.
 */
async function startProvider(trusted?: string): Promise<void> {
  await execa('docker', ['rm', '--force', outside('stripe')], { reject: false });
  const env = {
    HOST: '0.0.0.0',
    PORT: '8080',
    DATA_DIR: '/data',
    STRIPE_SANDBOX_URL: given.STRIPE_SANDBOX_URL,
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_PUBLISHABLE_KEY: given.STRIPE_PUBLISHABLE_KEY,
    ...(trusted && { NODE_EXTRA_CA_CERTS: '/trusted.crt' }),
  };
  await docker(
    ...runOf('stripe', `${HERE}:${ports.stripe}:8080`),
    ...['--volume', `${outside('stripe')}:/data`, '--add-host', `${domain}:${HERE}`],
    ...(trusted ? ['--volume', `${trusted}:/trusted.crt:ro`] : []),
    ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...['closingwire', 'infra/stripe-sandbox/src/main.ts'],
  );
  await poll(async () => (await fetch(stripeUrl).catch(() => undefined))?.ok === true, { withinMs: 30_000 });
}

async function startOutside(): Promise<void> {
  await docker(
    ...runOf('mail', `${HERE}:${ports.smtp}:1025`),
    ...['--publish', `127.0.0.1:${ports.mailWeb}:1080`, 'maildev/maildev:2.2.1'],
  );
  await startProvider();
  await docker(
    ...runOf('payments', `127.0.0.1:${ports.payments}:443`),
    ...[
      'caddy:2',
      'caddy',
      'reverse-proxy',
      '--from',
      payments,
      '--internal-certs',
      '--to',
      `${HERE}:${ports.stripe}`,
    ],
  );
}

async function endOutside(): Promise<void> {
  const names = ['mail', 'stripe', 'payments'].map(outside);
  await execa('docker', ['rm', '--force', '--volumes', ...names], { reject: false });
  await execa('docker', ['volume', 'rm', outside('stripe')], { reject: false });
}

/** Copies a certificate of Caddy's authority to this machine; Caddy does not send its root. */
async function certificateOf(container: string, kind: 'root' | 'intermediate'): Promise<string> {
  const file = `${folder}/${container}-${kind}.crt`;
  const copy = ['cp', `${container}:/data/caddy/pki/authorities/local/${kind}.crt`, file];
  const isCopied = async () => !(await execa('docker', copy, { reject: false })).failed;
  if (!(await poll(isCopied, { withinMs: 30_000 }))) throw new Error(`${container} has no certificate`);
  // The provider's process runs as another user.
  await chmod(file, 0o644);
  return file;
}

/** Trust that a browser and Node need for the domain and the payment provider. */
export type Trust = { caFile: string; keys: string };

/** Runs a command of the runbook on this test's server. */
export const onServer = (line: string, words?: Record<string, string>): Promise<string> =>
  follow(line, { settings: settingsFile, ...(words && { words }) });

/** Commands that `deployOnDomain` runs. */
export const commandsOfDeploy = [
  'make production-settings',
  'make stripe-setup',
  'make doctor',
  'make deploy',
  'make production-stop',
];

/** Images of the servers, as in docker-compose.production.yml. */
export const serverImages = ['postgres:18', 'apache/kafka:4.3.1', 'mongo:8', 'caddy:2'];

/** Pushes all images to a registry; returns the product's name there. */
async function publishImages({ push }: Registry): Promise<string> {
  for (const image of serverImages) await push(image);
  await docker('tag', 'closingwire', 'closingwire:1');
  return push('closingwire:1');
}

/** Follows the runbook: settings, doctor, Stripe, deploy. Then the provider gets its trust. */
export async function deployOnDomain(registry: Registry): Promise<Trust> {
  await removeDomain();
  await mkdir(folder, { recursive: true });
  await appendFile('/etc/hosts', `127.0.0.1 ${domain} ${payments} ${MARK}\n`);
  await startOutside();
  await onServer('make production-settings');
  await edit({ ...given, IMAGE: await publishImages(registry) });
  for (const line of ['make stripe-setup', 'make doctor', 'make deploy']) await onServer(line);
  const caddies = [`${project}-caddy-1`, outside('payments')];
  const [own = '', provider = ''] = await Promise.all(caddies.map(name => certificateOf(name, 'root')));
  await startProvider(own);
  const caFile = `${folder}/trusted.pem`;
  await writeFile(caFile, `${await readFile(own, 'utf8')}${await readFile(provider, 'utf8')}`);
  const signers = await Promise.all(caddies.map(name => certificateOf(name, 'intermediate')));
  return { caFile, keys: (await Promise.all(signers.map(keyHash))).join(',') };
}

export const secondSettings = `${folder}/second/.env.production`;

/**
 * Prepares another server for the same domain: the same secrets, a copy of the backups, no data. An authority issues
 * its certificate; returns the file of the authority's root.
 */
export async function prepareSecond(): Promise<string> {
  const certificates = `${dirname(secondSettings)}/certificates`;
  await mkdir(certificates, { recursive: true });
  await cp(settingsFile, secondSettings);
  await cp(`${folder}/backups/${project}`, `${dirname(secondSettings)}/backups/${secondProject}`, {
    recursive: true,
  });
  const authority = await startAuthority(HERE, `${folder}/authority`);
  await cp(authority.serverCa, `${certificates}/acme.pem`);
  const automatic = {
    CERTIFICATE: 'automatic',
    ACME_DIRECTORY: authority.directory,
    ACME_CA_FILE: '/certificates/acme.pem',
  };
  await edit({ PROJECT: secondProject, ...automatic }, secondSettings);
  const rootFile = `${folder}/authority/root.pem`;
  await writeFile(rootFile, await authority.root());
  return rootFile;
}

/** Removes containers, data and the entry in the hosts file. */
export async function removeDomain(): Promise<void> {
  for (const settings of [secondSettings, settingsFile])
    await follow('make production-stop', { settings }).catch(() => {});
  const { stdout } = await docker('volume', 'ls', '--quiet');
  const own = stdout.split('\n').filter(name => name.startsWith(`${project}-`));
  if (own.length > 0) await execa('docker', ['volume', 'rm', ...own], { reject: false });
  await endOutside();
  await rm(folder, { recursive: true, force: true });
  const hosts = await readFile('/etc/hosts', 'utf8');
  if (hosts.includes(MARK))
    await writeFile(
      '/etc/hosts',
      hosts
        .split('\n')
        .filter(line => !line.endsWith(MARK))
        .join('\n'),
    );
}
