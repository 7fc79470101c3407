import { root } from '@closingwire/local/root';
import { PlatformError, printLine, runMain } from '@closingwire/local/terminal';
import { execa } from 'execa';
import { alone } from './alone.ts';
import { expectFit } from './check-deployment.ts';
import { deploy, prepare } from './deploy.ts';
import { type Deployment, openDeployment, readRunning, usualSettingsFile } from './deployment.ts';
import { provideImage } from './image.ts';
import { writeSettings } from './settings-file.ts';
import { restoreOn, stopAll } from './stop-and-restore.ts';
import { composeEnvironment } from './values.ts';

// `make production-settings`, `doctor`, `stripe-setup`, `deploy`, `update`, `rollback`, `closingwire` and
// `production-stop`: commands for the product on this server, with the settings of .env.production or
// SETTINGS=file.
const [verb = '', ...args] = process.argv.slice(2);

/** Runs the command line outside containers, before the product starts. Returns its exit code. */
async function runHere(deployment: Deployment, ...command: string[]): Promise<number> {
  const { exitCode } = await execa('node', [`${root}/infra/operations/src/main.ts`, ...command], {
    env: composeEnvironment(deployment),
    stdio: 'inherit',
    reject: false,
  });
  return exitCode ?? 1;
}

/** Checks the settings and this machine. Returns 1 if it finds a problem. */
async function examineHere(deployment: Deployment): Promise<number> {
  expectFit(deployment);
  return await runHere(deployment, 'doctor', '--settings', deployment.settingsFile);
}

async function expectHealthy(deployment: Deployment): Promise<void> {
  const exitCode = await examineHere(deployment);
  if (exitCode !== 0) process.exit(exitCode);
}

/** Runs the command line in a container, beside the product or without it. */
async function runInside(deployment: Deployment, command: readonly string[]): Promise<void> {
  const image = (await readRunning(deployment))?.image ?? (await provideImage(deployment)).image;
  await (await prepare(deployment, image)).run('run', '--rm', 'cli', ...command);
}

/** Checks settings and machine; if the product runs, also its servers and the age of the last backup. */
async function doctor(deployment: Deployment): Promise<void> {
  process.exitCode = await examineHere(deployment);
  if (await readRunning(deployment)) await runInside(deployment, ['doctor', '--servers']);
}

async function update(deployment: Deployment, image: string | undefined): Promise<void> {
  await expectHealthy(deployment);
  const { name, previous } = await deploy(deployment, { image });
  printLine(`${name} serves ${deployment.settings.PUBLIC_URL}.`);
  if (previous) printLine(`Back to ${previous.name}: make rollback`);
}

async function rollBack(deployment: Deployment): Promise<void> {
  const previous = (await readRunning(deployment))?.previous;
  if (!previous) throw new PlatformError('Expected an earlier version to go back to; none ran here.');
  await deploy(deployment, { back: previous });
  printLine(`${previous.name} serves ${deployment.settings.PUBLIC_URL}.`);
  printLine('This folder stays as it is: check out the version that runs before the next `make deploy`.');
}

async function restore(deployment: Deployment, from: string): Promise<void> {
  await expectHealthy(deployment);
  await restoreOn(deployment, from || 'latest', { replaces: Boolean(process.env.REPLACE) });
  printLine('The data is in place. Start the product with `make deploy`.');
}

const stop = (deployment: Deployment) => stopAll(deployment, { withBackup: !process.env.WITHOUT_BACKUP });

const verbs: Record<string, () => Promise<void>> = {
  async settings() {
    await writeSettings();
    printLine(
      `Wrote ${process.env.SETTINGS || usualSettingsFile} with fresh secrets. Fill in what has no value.`,
    );
  },
  doctor: async () => doctor(await openDeployment()),
  'stripe-setup': async () => {
    const deployment = await openDeployment();
    process.exitCode = await runHere(
      deployment,
      'stripe-setup',
      '--settings',
      deployment.settingsFile,
      ...args,
    );
  },
  deploy: async () => alone(await openDeployment(), deployment => update(deployment, args[0] || undefined)),
  rollback: async () => alone(await openDeployment(), rollBack),
  run: async () => runInside(await openDeployment(), args),
  restore: async () => alone(await openDeployment(), deployment => restore(deployment, args[0] ?? '')),
  stop: async () => alone(await openDeployment(), stop),
};

await runMain(async () => {
  const run = verbs[verb];
  if (!run) throw new PlatformError(`Expected one of ${Object.keys(verbs).join(', ')}; got '${verb}'.`);
  await run();
});
