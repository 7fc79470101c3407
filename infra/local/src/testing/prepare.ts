import { installSystemPackages } from '../system-packages.ts';
import { runMain } from '../terminal.ts';

// Installs what `make test` needs in addition to the servers.
await runMain(() => installSystemPackages(['chromium']));
