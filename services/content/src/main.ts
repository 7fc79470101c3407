import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { contentConfig } from './config.ts';
import { createContent } from './service.ts';

await run('content', () => createContent(readConfig(contentConfig)));
