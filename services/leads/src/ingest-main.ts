import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { ingestConfig } from './config.ts';
import { createLeadsIngest } from './ingest-service.ts';

await run('leads-ingest', () => createLeadsIngest(readConfig(ingestConfig)));
