import { run } from '@closingwire/chassis/run';
import { readBillingConfig } from './config.ts';
import { createBilling } from './service.ts';

const config = readBillingConfig();
await run('billing', () => createBilling(config));
