import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { catalogConfig } from './config.ts';
import { createCatalog } from './service.ts';

await run('catalog', () => createCatalog(readConfig(catalogConfig)));
