import { execa } from 'execa';
import { type Environments, readEnvironments } from './product/start-product.ts';
import { localDirectory } from './root.ts';
import { runningSupervisor } from './supervisor/run-record.ts';
import { describeFailure, PlatformError } from './terminal.ts';

// node run-beside.ts <process> <script> [argument…]: runs a script with the environment of a running process. node
// run-beside.ts closingwire <argument…>: runs the command line.
const [name = '', ...args] = process.argv.slice(2);

/** The command line gets the URL of each process's database. */
function commandLine(environments: Environments): Target {
  const { auth = {}, leads = {}, content = {} } = environments;
  const { INGESTION_KEY = '' } = leads;
  const { MONGODB_URL = '' } = content;
  const env = { ...auth, POSTGRES_URL: auth.DATABASE_URL ?? '', MONGODB_URL, INGESTION_KEY };
  return { env, command: ['infra/operations/src/main.ts', ...args] };
}

type Target = { env: Record<string, string>; command: readonly string[] };

function targetOf(environments: Environments): Target {
  if (name === 'closingwire') return commandLine(environments);
  const env = environments[name];
  if (env === undefined) throw new Error(`no process is called ${name}`);
  return { env, command: args };
}

async function runBeside(): Promise<number> {
  if (runningSupervisor(localDirectory) === undefined) {
    throw new PlatformError('ClosingWire does not run here. Start it with `make start`, then try again.');
  }
  const { env, command } = targetOf(await readEnvironments(localDirectory));
  const { exitCode } = await execa(process.execPath, command, {
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
