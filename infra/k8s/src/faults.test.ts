import { expect, test } from 'vitest';
import { referenceFaults, schemaFaults } from './faults.ts';
import { processManifests } from './processes.ts';
import type { Manifest } from './rendered.ts';
import { serverManifests } from './servers.ts';

/** As a cluster gets them: plain, with an image and settings of an overlay. */
function rendered(): Manifest[] {
  const text = JSON.stringify(processManifests()).replaceAll(
    '"image":"closingwire"',
    '"image":"registry/closingwire"',
  );
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'closingwire-settings' } };
  return [...JSON.parse(text), settings];
}

const secrets = [
  ...['service-secret', 'ingestion-key', 'webhook-secret', 'smtp-url'],
  ...['stripe-secret-key', 'stripe-publishable-key', 'stripe-webhook-secret'],
  ...['stripe-live-secret-key', 'stripe-live-publishable-key'],
];
const documented = secrets.map(name => `\`${name}\``).join(' ');

const pods: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'pods' },
  spec: { selector: { matchLabels: { a: 'b' } }, replicas: '2', template: {} },
};

test('a value of another type is a fault', () => {
  expect(schemaFaults(pods, undefined)).toEqual(['Deployment pods: data/spec/replicas must be integer']);
});

test('a kind without a schema is a fault', () => {
  expect(schemaFaults({ ...pods, apiVersion: 'apps/v2' }, undefined)).toEqual([
    'Deployment pods: expected a kind with a schema, got apps/v2',
  ]);
});

test('a field that the schema of MongoDB does not name is a fault', () => {
  const mongo: Manifest = {
    apiVersion: 'v1',
    kind: 'MongoDBCommunity',
    metadata: { name: 'm' },
    spec: { sice: 1 },
  };
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: { size: {} } } } };
  const named = { ...schema, properties: { ...schema.properties, apiVersion: {}, kind: {}, metadata: {} } };
  expect(schemaFaults(mongo, named)).toHaveLength(1);
  expect(schemaFaults({ ...mongo, spec: { size: 1 } }, named)).toEqual([]);
});

test('every process refers to what is there', () => {
  expect(referenceFaults(rendered(), documented)).toEqual([]);
});

test('what selects nothing, and a secret that nobody documents, are faults', () => {
  const [account, ...rest] = rendered();
  const lost = rest.filter(({ kind, metadata }) => kind !== 'Deployment' || metadata.name !== 'auth');
  const faults = referenceFaults([account as Manifest, ...lost], documented.replace('`smtp-url`', ''));
  expect(faults).toEqual([
    'Service auth selects no pod',
    'PodDisruptionBudget auth selects no pod',
    'the runbook does not name the secret smtp-url',
  ]);
});

test('a standby that is read has to be known to the primary', () => {
  const servers: Manifest[] = JSON.parse(JSON.stringify(serverManifests()));
  const service: Manifest = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'postgres-standby' },
    spec: { selector: { 'cnpg.io/cluster': 'postgres', 'cnpg.io/instanceName': 'postgres-3' } },
  };
  expect(referenceFaults([...servers, service], '')).toEqual([]);
  const unknown = JSON.parse(JSON.stringify(servers).replace('"hot_standby_feedback":"on"', '"jit":"off"'));
  expect(referenceFaults([...unknown, service], '')).toEqual([
    'Cluster postgres is read at a standby, without hot_standby_feedback',
  ]);
});
