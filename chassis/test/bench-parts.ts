import { type Bus, openBus } from '../src/kafka/bus.ts';
import { openPg, type Pg, type PgOptions } from '../src/postgres/pg.ts';
import { createLog, type Log } from '../src/process/log.ts';
import type { Part } from '../src/process/part.ts';
import { testBusOptions, testDatabase } from '../src/testing/testing.ts';
import { thingMigrations } from './thing-event.ts';

export const silent: Log = createLog('test', process.env.TEST_LOG ?? 'silent');

/** Starts parts; `stop` stops them in reverse. */
export function partsOfTest() {
  const started: Part[] = [];
  return {
    async start<P extends Part>(part: P): Promise<P> {
      started.push(part);
      await part.start();
      return part;
    },
    async stop(): Promise<void> {
      for (const part of started.splice(0).reverse()) await part.stop();
    },
  };
}

export async function openTestPg(options: Partial<PgOptions> = {}): Promise<Pg> {
  const url = await testDatabase('chassis');
  return openPg({ url, name: 'chassis', migrations: thingMigrations, log: silent, ...options });
}

export function openTestBus(options = testBusOptions()): Bus {
  return openBus({ ...options, clientId: 'chassis-test', log: silent });
}
