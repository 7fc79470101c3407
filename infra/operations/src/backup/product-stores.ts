import type { BusOptions } from '@closingwire/chassis/bus';
import { allEvents } from '@closingwire/contracts/api';
import { productProcesses } from '@closingwire/topology';
import { withDatabase } from '@closingwire/topology/addresses';
import { neededTopics } from '../topics/needed-topics.ts';
import type { BusPlace } from './kafka-places.ts';
import type { Database } from './postgres-dump.ts';

/** What the product stores, wherever its servers run. */
export type ProductStores = {
  databases: readonly { name: string; migrations: URL }[];
  topics: readonly string[];
  /** Those that are published from documents. */
  mongoTopics: readonly string[];
};

const databaseNames = [...new Set(productProcesses.flatMap(({ database }) => database ?? []))];

export const productStores: ProductStores = {
  databases: databaseNames.map(name => ({
    name,
    migrations: new URL(`../../../../services/${name}/migrations/`, import.meta.url),
  })),
  topics: neededTopics.map(({ topic }) => topic),
  mongoTopics: allEvents.filter(({ by }) => by === 'content').map(({ topic }) => topic),
};

/** Where the servers of a product are. */
export type Servers = {
  /** Any database of the cluster. */
  postgresUrl: string;
  bus: Omit<BusOptions, 'clientId' | 'log'>;
  /** With the database of the documents. */
  mongoUrl: string;
};

export type PlacedStores = { databases: Database[]; bus: BusPlace; mongoUrl: string };

/** The stores of a product on its servers. */
export const placed = (stores: ProductStores, { postgresUrl, bus, mongoUrl }: Servers): PlacedStores => ({
  databases: stores.databases.map(database => ({
    ...database,
    url: withDatabase(postgresUrl, database.name),
  })),
  bus: { ...bus, topics: stores.topics },
  mongoUrl,
});
