import { run } from '@closingwire/chassis/run';
import { readNotificationsConfig } from './config.ts';
import { createNotifications } from './service.ts';

const config = readNotificationsConfig();
await run('notifications', () => createNotifications(config));
