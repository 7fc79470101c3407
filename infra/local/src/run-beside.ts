import { execa } from 'execa';
import { readEnvironments } from './product/start-product.ts';
import { localDirectory } from './root.ts';
import { runningSupervisor } from './supervisor/run-record.ts';
import { describeFailure, PlatformError } from './terminal.ts';

// node run-beside.ts <process> <script> [argument…]: runs a script with the environment of a process of the
// product that runs from here.
const [name = '', script = '', ...args] = process.argv.slice(2);

async function runBeside(): Promise<number> {
  if (runningSupervisor(localDirectory) === undefined) {
    throw new PlatformError('ClosingWire does not run here. Start it with `make start`, then try again.');
  }
  const env = (await readEnvironments(localDirectory))[name];
  if (env === undefined) throw new Error(`no process is called ${name}`);
  const { exitCode } = await execa(process.execPath, [script, ...args], {
    env,
    stdio: 'inherit',
    reject: false,
  });
  return exitCode ?? 1;
}

runBeside().then(
  code => process.exit(code),
  error => {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exit(1);
  },
);
