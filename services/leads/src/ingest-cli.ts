import { readConfig } from '@closingwire/chassis/config';
import { ingestFile } from './cli/ingest-file.ts';
import { cliConfig } from './config.ts';

const { isComplete } = await ingestFile(readConfig(cliConfig)).catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
process.exitCode = isComplete ? 0 : 1;
