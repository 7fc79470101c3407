import { rm } from 'node:fs/promises';
import { freePort } from '@closingwire/local/ports/free-port';
import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { localSecrets } from '@closingwire/local/product/secrets';
import { localDirectory, root } from '@closingwire/local/root';
import { portVariables } from '@closingwire/local/servers/containers';
import { installSystemPackages } from '@closingwire/local/system-packages';
import { describeFailure, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import { build, provideBaseImages } from './base-images.ts';
import { deployOnDomain, domain, mailApiUrl, removeDomain } from './domain.ts';
import { startEngine } from './engine.ts';
import { startRegistry } from './registry.ts';

// `make test-containers [TESTS="chassis services/leads"]`: tests the product's image, docker-compose.yml and
// testcontainers on this machine's engine or on Debian's.

type Env = Record<string, string>;

const inRoot = { cwd: root, stdio: 'inherit' } as const;

/** Its own project, so that other containers stay. */
const compose = [
  'compose',
  '--project-name',
  'closingwire-test',
  '--env-file',
  `${localDirectory}/compose.env`,
];

async function inSteps(what: string, step: () => Promise<unknown>): Promise<void> {
  const startedAt = Date.now();
  await step();
  printLine(`${what}: ${Math.round((Date.now() - startedAt) / 1_000)} s`);
}

async function mainJobOnCompose(engine: Env): Promise<void> {
  const ports = await freeServerPorts();
  const [gateway, sandbox] = await Promise.all([freePort(), freePort()]);
  const env = {
    ...engine,
    ...portVariables(ports),
    GATEWAY_PORT: String(gateway),
    STRIPE_SANDBOX_PORT: String(sandbox),
  };
  await execa('node', ['infra/local/src/containers/write-compose-env.ts'], { ...inRoot, env });
  const { serviceSecret, ingestionKey } = await localSecrets(localDirectory);
  const product = [...compose, '--profile', 'product'];
  try {
    await inSteps('docker compose up', () =>
      execa('docker', [...product, 'up', '--no-build', '--detach', '--wait'], { ...inRoot, env }),
    );
    const addresses: WholeAddresses = {
      dir: localDirectory,
      url: `http://localhost:${gateway}`,
      processes: {},
      postgresUrl: `postgres://closingwire:closingwire@127.0.0.1:${ports.postgres}/`,
      mongoUrl: `mongodb://127.0.0.1:${ports.mongo}/`,
      kafkaBrokers: `127.0.0.1:${ports.kafka}`,
      smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
      mailApiUrl: `http://127.0.0.1:${ports.mailWeb}`,
      serviceSecret,
      ingestionKey,
      operatorSecret: '',
    };
    await inSteps('The main job in a browser', () =>
      execa('vitest', ['run', '--project', 'journeys', 'e2e/main-job.journey.ts'], {
        ...inRoot,
        env: { WHOLE_ADDRESSES: JSON.stringify(addresses) },
      }),
    );
  } catch (error) {
    await execa('docker', [...product, 'ps', '--all'], { ...inRoot, env, reject: false });
    await execa('docker', [...product, 'logs', '--tail', '15'], { ...inRoot, env, reject: false });
    throw error;
  } finally {
    await execa('docker', [...product, 'down', '--volumes'], { ...inRoot, env, reject: false });
  }
}

/** Deploys docker-compose.production.yml on a domain as an operator, and tests it with a customer. */
async function productOnDomain(engine: Env): Promise<void> {
  Object.assign(process.env, engine);
  const registry = await startRegistry();
  try {
    const { caFile, keys } = await deployOnDomain(registry);
    const addresses: WholeAddresses = {
      ...{ dir: localDirectory, url: `https://${domain}`, processes: {}, mailApiUrl },
      ...{ postgresUrl: '', mongoUrl: '', kafkaBrokers: '', smtpUrl: '' },
      ...{ serviceSecret: '', ingestionKey: '', operatorSecret: '' },
    };
    await execa('vitest', ['run', '--project', 'production'], {
      ...inRoot,
      env: { WHOLE_ADDRESSES: JSON.stringify(addresses), NODE_EXTRA_CA_CERTS: caFile, TRUSTED_KEYS: keys },
    });
  } finally {
    await removeDomain();
    await registry.stop();
  }
}

async function main(): Promise<void> {
  await installSystemPackages(['chromium']);
  const { env, stop } = await startEngine();
  try {
    await inSteps('Base images', () => provideBaseImages(env));
    await inSteps("The product's image", () =>
      build(
        ['--network', 'host', '--file', 'infra/containers/Dockerfile', '--tag', 'closingwire', root],
        env,
      ),
    );
    await mainJobOnCompose(env);
    await inSteps('A product on its domain', () => productOnDomain(env));
    await inSteps('The manifests of Kubernetes', () => execa('node', ['infra/k8s/src/apply-cli.ts'], inRoot));
    const tests = process.env.TESTS?.split(' ').filter(Boolean) ?? [];
    // testcontainers' own cleanup container may not be available to pull.
    const withoutCleaner = { ...env, TESTCONTAINERS_RYUK_DISABLED: 'true' };
    await inSteps('Tests on the servers of testcontainers', () =>
      execa('vitest', ['run', '--project', 'servers', ...tests], { ...inRoot, env: withoutCleaner }),
    );
  } finally {
    await stop();
    await rm(`${localDirectory}/compose.env`, { force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
