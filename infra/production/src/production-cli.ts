import { root } from '@closingwire/local/root';
import { describeFailure, PlatformError, printLine } from '@closingwire/local/terminal';
import { productionNames } from '@closingwire/topology/production-settings';
import { execa } from 'execa';
import { alone } from './alone.ts';
import { expectFit } from './check-place.ts';
import { deploy, prepare } from './deploy.ts';
import { provideImage } from './image.ts';
import { openPlace, type Place, readRunning, usualSettingsFile } from './place.ts';
import { writeSettings } from './settings-file.ts';
import { restoreOn, stopAll } from './stop-and-restore.ts';
import { composeValues } from './values.ts';

// `make production-settings`, `doctor`, `stripe-setup`, `deploy`, `update`, `rollback`, `closingwire` and
// `production-stop`: commands for the product on this server, with the settings of .env.production or
// SETTINGS=file.
const [verb = '', ...args] = process.argv.slice(2);

/** Runs the command line outside containers, before the product starts. Returns its exit code. */
async function runHere(place: Place, ...command: string[]): Promise<number> {
  const { exitCode } = await execa('node', [`${root}/infra/operations/src/main.ts`, ...command], {
    // A variable of the operator's shell would override the settings file.
    env: { ...Object.fromEntries(productionNames.map(name => [name, ''])), ...composeValues(place) },
    stdio: 'inherit',
    reject: false,
  });
  return exitCode ?? 1;
}

/** Checks the settings and this machine. Returns 1 if it finds a problem. */
async function examineHere(place: Place): Promise<number> {
  expectFit(place);
  return await runHere(place, 'doctor', '--settings', place.settingsFile);
}

async function expectHealthy(place: Place): Promise<void> {
  const exitCode = await examineHere(place);
  if (exitCode !== 0) process.exit(exitCode);
}

/** Runs the command line in a container, beside the product or without it. */
async function runInside(place: Place, command: readonly string[]): Promise<void> {
  const image = (await readRunning(place))?.image ?? (await provideImage(place)).image;
  await (await prepare(place, image)).run('run', '--rm', 'cli', ...command);
}

/** Checks settings and machine; if the product runs, also its servers and the age of the last backup. */
async function doctor(place: Place): Promise<void> {
  process.exitCode = await examineHere(place);
  if (await readRunning(place)) await runInside(place, ['doctor', '--servers']);
}

async function update(place: Place, image: string | undefined): Promise<void> {
  await expectHealthy(place);
  const { name, previous } = await deploy(place, { image });
  printLine(`${name} serves ${place.settings.PUBLIC_URL}.`);
  if (previous) printLine(`Back to ${previous.name}: make rollback`);
}

async function rollBack(place: Place): Promise<void> {
  const previous = (await readRunning(place))?.previous;
  if (!previous) throw new PlatformError('Expected an earlier version to go back to; none ran here.');
  await deploy(place, { back: previous });
  printLine(`${previous.name} serves ${place.settings.PUBLIC_URL}.`);
  printLine('This folder stays as it is: check out the version that runs before the next `make deploy`.');
}

async function restore(place: Place, from: string): Promise<void> {
  await expectHealthy(place);
  await restoreOn(place, from || 'latest', { replaces: Boolean(process.env.REPLACE) });
  printLine('The data is in place. Start the product with `make deploy`.');
}

const stop = (place: Place) => stopAll(place, { withBackup: !process.env.WITHOUT_BACKUP });

const verbs: Record<string, () => Promise<void>> = {
  async settings() {
    await writeSettings();
    printLine(
      `Wrote ${process.env.SETTINGS || usualSettingsFile} with fresh secrets. Fill in what has no value.`,
    );
  },
  doctor: async () => doctor(await openPlace()),
  'stripe-setup': async () => {
    const place = await openPlace();
    process.exitCode = await runHere(place, 'stripe-setup', '--settings', place.settingsFile, ...args);
  },
  deploy: async () => alone(await openPlace(), place => update(place, args[0] || undefined)),
  rollback: async () => alone(await openPlace(), rollBack),
  run: async () => runInside(await openPlace(), args),
  restore: async () => alone(await openPlace(), place => restore(place, args[0] ?? '')),
  stop: async () => alone(await openPlace(), stop),
};

async function main(): Promise<void> {
  const run = verbs[verb];
  if (!run) throw new PlatformError(`Expected one of ${Object.keys(verbs).join(', ')}; got '${verb}'.`);
  await run();
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
