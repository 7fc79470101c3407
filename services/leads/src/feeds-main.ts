import { readConfig } from '@closingwire/chassis/config';
import { run } from '@closingwire/chassis/run';
import { feedsConfig } from './config.ts';
import { createLeadsFeeds } from './feeds-service.ts';

await run('leads-feeds', () => createLeadsFeeds(readConfig(feedsConfig)));
