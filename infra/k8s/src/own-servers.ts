import type { Component, Patch } from './component.ts';
import { SECRETS } from './environment.ts';

const removal = (kind: string, apiVersion: string, name?: string): Patch => ({
  target: { kind, ...(name !== undefined && { name }) },
  merge: { $patch: 'delete', apiVersion, kind, metadata: { name: name ?? 'any' } },
});

const policyRemoval = (name: string) => removal('NetworkPolicy', 'networking.k8s.io/v1', name);

const mongoUrl = {
  name: 'MONGODB_URL',
  valueFrom: { secretKeyRef: { name: SECRETS, key: 'mongodb-url' } },
};

/** Returns a patch of one container's variables. */
const podPatch = (name: string, env: unknown) => ({ spec: { containers: [{ name, env }] } });

const deploymentPatch = (name: string, env: unknown): Patch => ({
  target: { kind: 'Deployment', name },
  merge: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { template: podPatch(name, env) },
  },
});

const cronJobPatch = (name: string, env: unknown): Patch => ({
  target: { kind: 'CronJob', name },
  merge: {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name },
    spec: { jobTemplate: { spec: { template: podPatch(name, env) } } },
  },
});

/** Components that remove a server from the base if the operator runs it elsewhere. */
export const ownServers: Record<string, Component> = {
  'own-postgres': {
    about:
      'A PostgreSQL of your own: POSTGRES_ADDRESS and POSTGRES_OPTIONS name it, the secret `postgres-app` has username and password.',
    patches: [
      removal('Cluster', 'postgresql.cnpg.io/v1', 'postgres'),
      removal('Database', 'postgresql.cnpg.io/v1'),
      policyRemoval('postgres'),
      // Only the overlay `large` has it.
      removal('Service', 'v1', 'postgres-standby'),
      deploymentPatch('leads', [{ name: 'DATABASE_STANDBY_URL', $patch: 'delete' }]),
    ],
  },
  'own-kafka': {
    about: 'A Kafka of your own: KAFKA_BROKERS and the other settings of Kafka name it.',
    patches: [
      removal('Kafka', 'kafka.strimzi.io/v1', 'closingwire'),
      removal('KafkaNodePool', 'kafka.strimzi.io/v1', 'brokers'),
    ],
  },
  'own-mongo': {
    about: 'A MongoDB of your own: the key `mongodb-url` of `closingwire-secrets` has its address.',
    patches: [
      removal('MongoDBCommunity', 'mongodbcommunity.mongodb.com/v1', 'mongo'),
      policyRemoval('mongo'),
      deploymentPatch('content', [mongoUrl]),
      deploymentPatch('backup', [mongoUrl]),
      cronJobPatch('cli', [mongoUrl]),
    ],
  },
};
