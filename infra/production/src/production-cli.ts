import { root } from '@closingwire/local/root';
import { describeFailure, PlatformError, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';
import { composeOf } from './compose.ts';
import { deploy, restoreOn, stopAll } from './deploy.ts';
import { alone, openPlace, type Place, readRunning, usualSettingsFile } from './place.ts';
import { writeSettings } from './settings-file.ts';
import { composeValues } from './values.ts';

// `make production-settings`, `doctor`, `stripe-setup`, `deploy`, `update`, `rollback`, `closingwire` and
// `production-stop`: the product on this server, with the settings of .env.production or of SETTINGS=file.
const [verb = '', ...args] = process.argv.slice(2);

/** The command line of the product on this machine, before any container runs. */
async function runHere(place: Place, ...command: string[]): Promise<void> {
  const { exitCode } = await execa('node', [`${root}/infra/operations/src/main.ts`, ...command], {
    env: composeValues(place),
    stdio: 'inherit',
    reject: false,
  });
  if (exitCode !== 0) process.exit(exitCode ?? 1);
}

const doctor = (place: Place) => runHere(place, 'doctor', '--settings', place.settingsFile);

async function runInside(place: Place, command: readonly string[]): Promise<void> {
  const version = await readRunning(place);
  if (!version) throw new PlatformError('Expected a product that runs here. Start it with `make deploy`.');
  await composeOf(place, { image: version.image }).run('run', '--rm', 'cli', ...command);
}

async function update(place: Place, image: string | undefined): Promise<void> {
  await doctor(place);
  const { settings } = place;
  const before = await readRunning(place);
  const now = await deploy(place, { image, backUp: before !== undefined });
  printLine(`${now.image} serves ${settings.PUBLIC_URL}.`);
  if (now.previousImage) printLine(`Back to ${now.previousImage}: make rollback`);
}

async function rollBack(place: Place): Promise<void> {
  const version = await readRunning(place);
  if (!version?.previousImage)
    throw new PlatformError('Expected an earlier version to go back to; none ran here.');
  await update(place, version.previousImage);
}

async function restore(place: Place, from: string): Promise<void> {
  await doctor(place);
  await restoreOn(place, from || 'latest');
  printLine('The data is in place. Start the product with `make deploy`.');
}

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
    await runHere(place, 'stripe-setup', '--settings', place.settingsFile, ...args);
  },
  deploy: async () => alone(await openPlace(), place => update(place, args[0] || undefined)),
  rollback: async () => alone(await openPlace(), rollBack),
  run: async () => runInside(await openPlace(), args),
  restore: async () => alone(await openPlace(), place => restore(place, args[0] ?? '')),
  stop: async () => alone(await openPlace(), stopAll),
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
