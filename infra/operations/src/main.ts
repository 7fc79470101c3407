import { commandLine } from './command-line.ts';
import { describeFailure } from './operator-error.ts';

await commandLine()
  .parseAsync()
  .catch(error => {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  });
