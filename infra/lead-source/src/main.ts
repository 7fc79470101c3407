import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { leadSourceConfig } from './config.ts';
import { createLeadSource } from './service.ts';

await run('lead-source', () => createLeadSource(readConfig(leadSourceConfig)));
