import { installSystemPackages } from '../system-packages.ts';
import { describeFailure } from '../terminal.ts';

// What `make test` needs of the machine beyond the servers, which see to themselves.
try {
  await installSystemPackages(['chromium']);
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
