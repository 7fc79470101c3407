import { dieWithParent } from '../src/supervisor/program.ts';
import { openSupervisor } from '../src/supervisor/supervisor.ts';

// node owner.ts <folder> <bound|unbound>: a supervisor to kill. Prints the PID of its program, which dies with it if
// bound.
const [dir = '', mode] = process.argv.slice(2);
const sleeper = [process.execPath, '-e', 'setInterval(() => {}, 1000)'] as const;
const supervisor = await openSupervisor(dir);
await supervisor.start([
  {
    name: 'sleeper',
    command: mode === 'bound' ? dieWithParent(sleeper, 'SIGTERM') : sleeper,
    logFile: `${dir}/sleeper.log`,
    remedy: 'Look into it.',
    stopSignal: 'SIGTERM',
    stopWithinMs: 2_000,
    readyWithinMs: 5_000,
    isReady: async () => true,
  },
]);
process.stdout.write(`${supervisor.process('sleeper').pid}\n`);
setInterval(() => {}, 1_000);
