import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runCommand } from '@closingwire/local/command';
import { localDirectory, root } from '@closingwire/local/root';
import { kafkaHome } from '@closingwire/local/servers/kafka';
import { postgresBinaries } from '@closingwire/local/servers/postgres';
import { installSystemPackages } from '@closingwire/local/system-packages';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';

const recipes = `${root}/infra/containers/base-images`;
const debian = 'debian:12-slim';

/** Files of images made here, in addition to the recipe: name in the build context → local path. */
const contents: Record<string, () => Promise<Record<string, string>>> = {
  node: async () => ({ node: process.execPath, npm: await npmFolder() }),
  postgres: async () => ({ native: await postgresBinaries() }),
  'apache/kafka': async () => ({
    libs: `${await kafkaHome()}/lib`,
    'log4j2.properties': `${root}/infra/local/kafka/log4j2.properties`,
  }),
  mongo: async () => ({}),
  'maildev/maildev': async () => ({}),
  caddy: async () => ({}),
};

const files = ['docker-compose.yml', 'docker-compose.production.yml'];

/** Returns the images to pull: those of docker-compose.yml and the Dockerfile's bases. */
async function namedImages(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await execa(
    'docker',
    [
      'compose',
      ...files.flatMap(file => ['--file', `${root}/${file}`]),
      '--profile',
      '*',
      'config',
      '--images',
    ],
    { env },
  );
  const dockerfile = await readFile(`${root}/infra/containers/Dockerfile`, 'utf8');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  return [...new Set([...bases, ...stdout.split('\n')])].filter(image => image !== 'closingwire');
}

/**
 * Provides the engine with every image that the Dockerfile and the Compose files name. It pulls them, or builds them
 * from `base-images` if the registry is unreachable.
 */
export async function provideBaseImages(env: Record<string, string>): Promise<void> {
  let registryAnswers = true;
  for (const image of await namedImages(env)) {
    if (await isPulled(image, env)) continue;
    registryAnswers &&= await pulls(image, env);
    // Made each time, mostly from the cache, because the recipe may have changed.
    if (!registryAnswers) await make(image, env);
  }
}

const labelsOf = async (image: string, env: Record<string, string>) => {
  const labels = ['image', 'inspect', '--format', '{{ json .Config.Labels }}', image];
  const { failed, stdout } = await execa('docker', labels, { env, reject: false });
  return failed ? undefined : stdout;
};

const has = async (image: string, env: Record<string, string>) => (await labelsOf(image, env)) !== undefined;

/** Label of images made here. */
const MADE = 'closingwire.made-here';

const isPulled = async (image: string, env: Record<string, string>) =>
  (await labelsOf(image, env))?.includes(MADE) === false;

const pulls = async (image: string, env: Record<string, string>) =>
  !(await execa('docker', ['pull', '--quiet', image], { env, reject: false, timeout: 300_000 })).failed;

async function make(image: string, env: Record<string, string>): Promise<void> {
  const name = image.replace(/:.*/, '');
  const contentsOf = contents[name];
  if (contentsOf === undefined)
    throw new PlatformError(
      `${image} can neither be pulled nor made here; those that can: ${Object.keys(contents)}`,
    );
  if (!(await has(debian, env))) await makeDebian(env);
  printLine(`Making ${image}.`);
  const context = await mkdtemp(`${localDirectory}/engine/context-`);
  try {
    await cp(recipes, context, { recursive: true });
    for (const [path, source] of Object.entries(await contentsOf()))
      await cp(source, `${context}/${path}`, {
        recursive: true,
        ...(name === 'node' ? { dereference: true } : { verbatimSymlinks: true }),
      });
    const file = `${context}/${name.replace(/.*\//, '')}.Dockerfile`;
    await build(['--file', file, '--tag', image, '--label', `${MADE}=true`, context], env);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

/** Uses the engine's builder, which finds local bases without a registry. */
export async function build(args: readonly string[], env: Record<string, string>): Promise<void> {
  await runCommand(['docker', 'build', '--quiet', ...args], { ...env, DOCKER_BUILDKIT: '0' });
}

const unwanted = [
  ...['usr/share/doc/*', 'usr/share/man/*', 'usr/share/locale/*', 'usr/share/info/*'],
  ...['var/cache/apt/*', 'var/lib/apt/lists/*', 'var/log/*'],
];

async function makeDebian(env: Record<string, string>): Promise<void> {
  await installSystemPackages(['debootstrap']);
  printLine(`Making ${debian}.`);
  const folder = await mkdtemp(`${localDirectory}/engine/debian-`);
  try {
    await execa('debootstrap', [
      '--variant=minbase',
      '--include=ca-certificates',
      'bookworm',
      `${folder}/root`,
    ]);
    // As in the original image: no documents, translations, package lists or archives.
    await execa('sh', ['-c', `cd '${folder}/root' && rm -rf ${unwanted.join(' ')}`]);
    await addCertificates(`${folder}/root`);
    const archive = `${folder}/root.tar`;
    await execa('tar', ['-C', `${folder}/root`, '-cf', archive, '.']);
    const trusted = Object.entries(certificateVariables).flatMap(([name, file]) => [
      '--change',
      `ENV ${name}=${file}`,
    ]);
    await runCommand(['docker', 'import', ...trusted, archive, debian], env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const bundle = '/usr/local/share/ca-certificates/machine.crt';
const certificateVariables = { NODE_EXTRA_CA_CERTS: bundle, SSL_CERT_FILE: bundle, PIP_CERT: bundle };

/** If the machine trusts its own certificate for registries, the images have to trust it too. */
async function addCertificates(rootFolder: string): Promise<void> {
  const { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE } = process.env;
  const source = NODE_EXTRA_CA_CERTS ?? SSL_CERT_FILE ?? '/etc/ssl/certs/ca-certificates.crt';
  const target = `${rootFolder}${bundle}`;
  await mkdir(dirname(target), { recursive: true });
  await cp(source, target, { dereference: true });
}

/** Returns the machine's npm, which the repository's Node runs. */
async function npmFolder(): Promise<string> {
  const { stdout } = await execa('sh', ['-c', 'readlink -f "$(command -v npm)"']);
  return dirname(dirname(stdout));
}
