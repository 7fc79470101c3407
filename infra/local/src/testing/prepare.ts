import { installSystemPackages } from '../system-packages.ts';
import { describeFailure } from '../terminal.ts';

// Installs what `make test` needs in addition to the servers.
try {
  await installSystemPackages(['chromium']);
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
