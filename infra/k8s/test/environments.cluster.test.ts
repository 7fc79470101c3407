import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { poll } from '@closingwire/local/poll';
import { freePort, isListening } from '@closingwire/local/ports/free-port';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { controlPlaneCommands } from '../src/control-plane-commands.ts';
import { folderOfVariant, manifestsIn, variants } from '../src/rendered.ts';
import { type PodProcess, podProcesses } from './pod-environment.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const certificate = fileURLToPath(new URL('certificate.pem', import.meta.url));

/** No server listens at these addresses: a process that accepts its settings retries its connections. */
const secrets = {
  'service-secret': 'q8Vx3rTz6Yb1Nw5Kc9Lm2Pd7Fh4Gj0Sa',
  'ingestion-key': `cwi_${'0123456789abcdef'.repeat(3)}`,
  'webhook-secret': `whsec_${'MfKQ9r8GKYqrTwjU'.repeat(3)}`,
  'smtp-url': 'smtp://user:password@127.0.0.1:1',
  'stripe-live-secret-key': `sk_live_${'a1b2c3d4'.repeat(4)}`,
  'stripe-live-publishable-key': `pk_live_${'a1b2c3d4'.repeat(4)}`,
  'stripe-webhook-secret': 'whsec_testmode',
  'stripe-live-webhook-secret': 'whsec_livemode',
  'connectionString.standard': 'mongodb://127.0.0.1:1/content?ssl=true',
  username: 'closingwire',
  password: 'password',
};
const ofVariant: Record<string, { secrets: Record<string, string>; settings: Record<string, string> }> = {
  example: { secrets: {}, settings: {} },
  'large-secure': {
    secrets: { 'kafka-password': 'password', 'backup-s3-secret-access-key': 'secret' },
    settings: { POSTAL_ADDRESS: 'Example Inc., 1 Main Street', BACKUP_S3_ACCESS_KEY_ID: 'id' },
  },
};

async function processesOf(name: string): Promise<PodProcess[]> {
  const variant = variants.find(each => each.name === name);
  const own = ofVariant[name];
  if (!variant || !own) throw new Error(`expected a variant, got ${name}`);
  const { kubectl } = await controlPlaneCommands();
  const { stdout } = await execa(kubectl, ['kustomize', await folderOfVariant(variant)]);
  return podProcesses(manifestsIn(stdout), { ...secrets, ...own.secrets }).map(each => ({
    ...each,
    env: { ...each.env, ...own.settings },
  }));
}

/** Starts a process on free ports until it has read its settings. Returns its output if it refused them. */
async function refusalOf({ command, args, env }: PodProcess): Promise<string | undefined> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const files = Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value.startsWith('/certificates/'))
      .map(([name]) => [name, certificate]),
  );
  const child = spawn('node', command.length > 0 ? ['infra/operations/src/main.ts', ...args] : args, {
    cwd: root,
    env: {
      ...env,
      ...files,
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', FRONTEND_DIST: '/nowhere' },
      ...{ PORT: String(port), MANAGEMENT_PORT: String(managementPort) },
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk));
  const isOver = async () =>
    child.exitCode !== null || printed.includes('"level"') || (await isListening(managementPort));
  await poll(isOver, { withinMs: 60_000, everyMs: 100 });
  if (child.exitCode !== null) return printed;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return undefined;
}

test.each(Object.keys(ofVariant))('every process accepts the environment of its pod in %s', async name => {
  for (const each of await processesOf(name)) {
    expect(Object.entries(each.env).filter(([, value]) => value.includes('$('))).toEqual([]);
    expect([each.name, await refusalOf(each)]).toEqual([each.name, undefined]);
  }
});
