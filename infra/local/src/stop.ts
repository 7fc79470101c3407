import { poll } from './poll.ts';
import { localDirectory } from './root.ts';
import { isRunning, runningSupervisor } from './supervisor/run-record.ts';
import { printLine } from './terminal.ts';

// `make stop`: does the same as Ctrl-C in the terminal of `make start`.
const supervisor = runningSupervisor(localDirectory);
if (supervisor === undefined) {
  printLine('Nothing runs here.');
} else {
  process.kill(supervisor.pid, 'SIGTERM');
  const stopped = await poll(async () => !isRunning(supervisor), { withinMs: 60_000 });
  printLine(stopped ? 'Stopped.' : `Process ${supervisor.pid} is still stopping after a minute.`);
  process.exitCode = stopped ? 0 : 1;
}
