import { readConfig } from '@closingwire/chassis/config';
import { cliConfig } from './cli/cli-config.ts';
import { ingestFile } from './cli/ingest-file.ts';

const { isComplete } = await ingestFile(readConfig(cliConfig)).catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
process.exitCode = isComplete ? 0 : 1;
