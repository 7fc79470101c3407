import { readConfig } from '@closingwire/chassis/config';
import { dryRunFile } from './cli/dry-run-file.ts';
import { ingestFile } from './cli/ingest-file.ts';
import { cliConfig } from './config.ts';

try {
  const config = readConfig(cliConfig);
  if (config.DRY) await dryRunFile(config);
  else process.exitCode = (await ingestFile(config)).isComplete ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
