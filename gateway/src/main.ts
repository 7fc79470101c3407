import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { gatewayConfig } from './config.ts';
import { createGateway } from './service.ts';

await run('gateway', () => createGateway(readConfig(gatewayConfig)), { isPublic: true });
