import { expect, test } from 'vitest';
import { operationManifests } from './command-line.ts';
import { referenceFaults } from './faults.ts';
import { processManifests } from './processes.ts';
import type { Manifest } from './rendered.ts';
import { schemaFaults } from './schema-faults.ts';
import { secretsFile } from './secrets-file.ts';
import { serverManifests } from './servers.ts';

const settings = (data: Record<string, string>): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'closingwire-settings' },
  data,
});

/** Manifests as a cluster gets them: plain YAML with an overlay's image and settings. */
function rendered(): Manifest[] {
  const text = JSON.stringify([...processManifests(), ...operationManifests()]).replaceAll(
    '"image":"closingwire"',
    '"image":"registry/closingwire"',
  );
  return [...JSON.parse(text), settings({ PUBLIC_URL: 'https://app.example.com' })];
}

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
  const schemas = { MongoDBCommunity: named };
  expect(schemaFaults(mongo, schemas)).toHaveLength(1);
  expect(schemaFaults({ ...mongo, spec: { size: 1 } }, schemas)).toEqual([]);
});

test('every reference of a process exists', () => {
  expect(referenceFaults(rendered(), secretsFile())).toEqual([]);
});

test('an empty selector and an undocumented secret are faults', () => {
  const [account, ...rest] = rendered();
  const lost = rest.filter(({ kind, metadata }) => kind !== 'Deployment' || metadata.name !== 'auth');
  const documented = secretsFile().replace('#smtp-url=', '');
  expect(referenceFaults([account as Manifest, ...lost], documented)).toEqual([
    'Service auth selects no pod',
    'PodDisruptionBudget auth selects no pod',
    'secrets.env.example does not list the key smtp-url',
  ]);
});

test('a setting that no process reads, and a secret among the settings, are faults', () => {
  const processes = rendered().slice(0, -1);
  const given = settings({ PRICE_CENT: '1', TRIAL_DAYS: '7', SERVICE_SECRET: 'x' });
  expect(referenceFaults([...processes, given], secretsFile())).toEqual([
    'no process reads the setting PRICE_CENT, or it belongs in closingwire-secrets',
    'no process reads the setting SERVICE_SECRET, or it belongs in closingwire-secrets',
  ]);
});

test('an Ingress for another name than the public address is a fault', () => {
  const ingress = (host: string, tlsHost: string): Manifest => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'gateway' },
    spec: { tls: [{ hosts: [tlsHost] }], rules: [{ host }] },
  });
  const faultsWith = (...hosts: [string, string]) =>
    referenceFaults([...rendered(), ingress(...hosts)], secretsFile());
  expect(faultsWith('app.example.com', 'app.example.com')).toEqual([]);
  expect(faultsWith('app.example.com', 'old.example.com')).toEqual([
    "the Ingress serves 'old.example.com', and PUBLIC_URL is https://app.example.com",
  ]);
});

test('a missing claim, login and archive are faults', () => {
  const scaler: Manifest = {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name: 'leads-ingest' },
    spec: { scaleTargetRef: { name: 'leads-ingest' }, triggers: [{ authenticationRef: { name: 'kafka' } }] },
  };
  const database: Manifest = {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: { name: 'postgres' },
    spec: { instances: 1, plugins: [{ parameters: { barmanObjectName: 'archive' } }] },
  };
  const pods = JSON.stringify(rendered()).replace(
    '{"name":"backups","emptyDir":{}}',
    '{"name":"backups","persistentVolumeClaim":{"claimName":"backups"}}',
  );
  expect(referenceFaults([...JSON.parse(pods), scaler, database], secretsFile())).toEqual([
    'PersistentVolumeClaim backups is referred to and is not there',
    'TriggerAuthentication kafka is referred to and is not there',
    'ObjectStore archive is referred to and is not there',
  ]);
});

test('the primary has to know a standby with reads', () => {
  const servers: Manifest[] = JSON.parse(JSON.stringify(serverManifests()));
  const service: Manifest = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'postgres-standby' },
    spec: { selector: { 'cnpg.io/cluster': 'postgres', 'cnpg.io/instanceName': 'postgres-3' } },
  };
  expect(referenceFaults([...servers, service], secretsFile())).toEqual([]);
  const unknown = JSON.parse(JSON.stringify(servers).replace('"hot_standby_feedback":"on"', '"jit":"off"'));
  expect(referenceFaults([...unknown, service], secretsFile())).toEqual([
    'Cluster postgres is read at a standby, without hot_standby_feedback',
  ]);
});
