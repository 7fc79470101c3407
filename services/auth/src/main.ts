import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { authConfig } from './config.ts';
import { createAuth } from './service.ts';

await run('auth', () => createAuth(readConfig(authConfig)));
