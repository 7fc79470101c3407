import { dieWithParent } from '../src/supervisor/program.ts';
import { openSupervisor } from '../src/supervisor/supervisor.ts';

// A supervisor in a process of its own, to be killed: node owner.ts <folder> <bound|unbound>. Prints the pid of
// its one program, which dies with it when it is bound.
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
