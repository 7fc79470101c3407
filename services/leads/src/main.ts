import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { leadsConfig } from './config.ts';
import { createLeads } from './service.ts';

await run('leads', () => createLeads(readConfig(leadsConfig)));
