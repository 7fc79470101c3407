import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { sandboxConfig } from './config.ts';
import { createStripeSandbox } from './server.ts';

await run('stripe-sandbox', () => createStripeSandbox(readConfig(sandboxConfig)));
