import type { BusOptions } from '@closingwire/chassis/bus';
import { allEvents } from '@closingwire/contracts/api';
import { databases } from '@closingwire/topology';
import { withDatabase } from '@closingwire/topology/addresses';
import { neededTopics } from '../topics/needed-topics.ts';
import type { ProductBus } from './kafka-state.ts';
import type { Database } from './postgres-dump.ts';

/** The product's stores. */
export type ProductStores = {
  databases: readonly { name: string; migrations: URL }[];
  topics: readonly string[];
  /** Topics of events that documents publish. */
  mongoTopics: readonly string[];
};

export const productStores: ProductStores = {
  databases: databases.map(name => ({
    name,
    migrations: new URL(`../../../../services/${name}/migrations/`, import.meta.url),
  })),
  topics: neededTopics.map(({ topic }) => topic),
  mongoTopics: allEvents.filter(({ by }) => by === 'content').map(({ topic }) => topic),
};

/** Addresses of the product's servers. */
export type Servers = {
  /** Any database of the cluster. */
  postgresUrl: string;
  bus: Omit<BusOptions, 'clientId' | 'log'>;
  /** With the database of the documents. */
  mongoUrl: string;
};

export type LocatedStores = { databases: Database[]; bus: ProductBus; mongoUrl: string };

/** Returns the product's stores on its servers. */
export const storesOn = (stores: ProductStores, { postgresUrl, bus, mongoUrl }: Servers): LocatedStores => ({
  databases: stores.databases.map(database => ({
    ...database,
    url: withDatabase(postgresUrl, database.name),
  })),
  bus: { ...bus, topics: stores.topics },
  mongoUrl,
});
