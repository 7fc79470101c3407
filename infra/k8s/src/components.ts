import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { KafkaUser } from '@kubernetes-models/strimzi-kafka-operator/kafka.strimzi.io/v1';
import { backups, backupVolume } from './command-line.ts';
import type { Component, Patch } from './component.ts';
import { SECRETS } from './environment.ts';
import { ownServers } from './own-servers.ts';
import { CERTIFICATE_SOURCES } from './pods.ts';
import { listenerOf } from './servers.ts';

/** Mounts the CA of a server's operator beside the product operator's own files. */
function certificatePatches(secret: string, file: string): Patch[] {
  const value = { secret: { name: secret, items: [{ key: 'ca.crt', path: file }] } };
  const operations = (podSpec: string) => [
    { op: 'add' as const, path: `${podSpec}${CERTIFICATE_SOURCES}`, value },
  ];
  return [
    { target: { kind: 'Deployment' }, operations: operations('/spec/template/spec') },
    { target: { kind: 'CronJob' }, operations: operations('/spec/jobTemplate/spec/template/spec') },
  ];
}

const KAFKA_CA = 'closingwire-cluster-ca-cert';
const fromOwnSecret = (key: string) => ({ name: SECRETS, key });

/**
 * The product is the cluster's only user, so this login may do everything. The cluster refuses anonymous
 * connections.
 */
const kafkaUser = () =>
  new KafkaUser({
    metadata: { name: 'closingwire', labels: { 'strimzi.io/cluster': 'closingwire' } },
    spec: {
      authentication: {
        type: 'scram-sha-512',
        password: { valueFrom: { secretKeyRef: fromOwnSecret('kafka-password') } },
      },
      authorization: {
        type: 'simple',
        acls: [
          { resource: { type: 'topic', name: '*', patternType: 'literal' }, operations: ['All'] },
          { resource: { type: 'group', name: '*', patternType: 'literal' }, operations: ['All'] },
          { resource: { type: 'cluster' }, operations: ['Describe', 'DescribeConfigs'] },
        ],
      },
    },
  });

const scalerLogin = () =>
  new TriggerAuthentication({
    metadata: { name: 'kafka' },
    spec: {
      env: [{ parameter: 'username', name: 'KAFKA_USERNAME' }],
      secretTargetRef: [
        { parameter: 'password', ...fromOwnSecret('kafka-password') },
        { parameter: 'ca', name: KAFKA_CA, key: 'ca.crt' },
      ],
    },
  });

const kafkaTls = (): Component => ({
  about: 'Kafka with TLS, a login (SCRAM) and access lists, instead of plain connections inside the cluster.',
  manifests: [kafkaUser(), scalerLogin()],
  patches: [
    {
      target: { kind: 'Kafka', name: 'closingwire' },
      operations: [
        { op: 'replace', path: '/spec/kafka/listeners/0', value: listenerOf({ isSecure: true }) },
        { op: 'add', path: '/spec/kafka/authorization', value: { type: 'simple' } },
        { op: 'add', path: '/spec/entityOperator', value: { userOperator: {} } },
      ],
    },
    {
      target: { kind: 'ScaledObject', name: 'leads-ingest' },
      operations: [
        { op: 'add', path: '/spec/triggers/0/authenticationRef', value: { name: 'kafka' } },
        { op: 'add', path: '/spec/triggers/0/metadata/tls', value: 'enable' },
        { op: 'add', path: '/spec/triggers/0/metadata/sasl', value: 'scram_sha512' },
      ],
    },
    ...certificatePatches(KAFKA_CA, 'kafka-ca.pem'),
  ],
  settings: {
    KAFKA_BROKERS: 'closingwire-kafka-bootstrap:9093',
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: '/certificates/kafka-ca.pem',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'closingwire',
  },
});

const postgresTls = (): Component => ({
  about:
    "Checks the certificates of CloudNativePG's servers. Without it, connections are encrypted and not checked.",
  patches: certificatePatches('postgres-ca', 'postgres-ca.pem'),
  settings: {
    POSTGRES_OPTIONS: 'sslmode=verify-full',
    POSTGRES_CA_FILE: '/certificates/postgres-ca.pem',
  },
});

const mongoTls = (): Component => ({
  about: 'MongoDB with TLS. The secret `mongo-tls` has its certificate: tls.crt, tls.key and ca.crt.',
  patches: [
    {
      target: { kind: 'MongoDBCommunity', name: 'mongo' },
      operations: [
        {
          op: 'add',
          path: '/spec/security/tls',
          value: {
            enabled: true,
            certificateKeySecretRef: { name: 'mongo-tls' },
            caCertificateSecretRef: { name: 'mongo-tls' },
          },
        },
      ],
    },
    ...certificatePatches('mongo-tls', 'mongo-ca.pem'),
  ],
  settings: { MONGODB_CA_FILE: '/certificates/mongo-ca.pem' },
});

const PLUGIN = 'barman-cloud.cloudnative-pg.io';

/** No npm package contains the schema of the plugin's kind. It is checked if its Go module can be downloaded. */
const objectStore = () => ({
  apiVersion: 'barmancloud.cnpg.io/v1',
  kind: 'ObjectStore',
  metadata: { name: 'postgres-archive' },
  spec: {
    retentionPolicy: '14d',
    configuration: {
      destinationPath: 's3://closingwire-postgres/',
      s3Credentials: {
        accessKeyId: fromOwnSecret('archive-access-key-id'),
        secretAccessKey: fromOwnSecret('archive-secret-access-key'),
      },
      wal: { compression: 'gzip' },
      data: { compression: 'gzip' },
    },
  },
});

const postgresArchive = (): Component => ({
  about: "PostgreSQL's log and a nightly base backup in an S3 bucket: back to any second of 14 days.",
  manifests: [
    objectStore(),
    new ScheduledBackup({
      metadata: { name: 'postgres' },
      spec: {
        // The first field is seconds.
        schedule: '0 30 1 * * *',
        immediate: true,
        backupOwnerReference: 'self',
        cluster: { name: 'postgres' },
        method: 'plugin',
        pluginConfiguration: { name: PLUGIN },
      },
    }),
  ],
  patches: [
    {
      target: { kind: 'Cluster', name: 'postgres' },
      operations: [
        {
          op: 'add',
          path: '/spec/plugins',
          value: [
            { name: PLUGIN, isWALArchiver: true, parameters: { barmanObjectName: 'postgres-archive' } },
          ],
        },
      ],
    },
  ],
});

const certManager = (): Component => ({
  about: 'Lets cert-manager get the certificate of the Ingress, from the ClusterIssuer `letsencrypt`.',
  patches: [
    {
      target: { kind: 'Ingress', name: 'gateway' },
      operations: [
        { op: 'add', path: '/metadata/annotations/cert-manager.io~1cluster-issuer', value: 'letsencrypt' },
      ],
    },
  ],
});

/** Keys of `closingwire-secrets` that only components read. */
export const componentKeys: Record<string, string> = {
  'archive-access-key-id': 'component postgres-archive: the keys of its bucket',
  'archive-secret-access-key': 'component postgres-archive: the keys of its bucket',
  'mongodb-url': 'component own-mongo: mongodb://user:password@host/content',
};

/** All components by folder name. */
export const components = (): Record<string, Component> => ({
  'backup-volume': backupVolume(),
  backups: backups(),
  'cert-manager': certManager(),
  'kafka-tls': kafkaTls(),
  'mongo-tls': mongoTls(),
  'postgres-archive': postgresArchive(),
  'postgres-tls': postgresTls(),
  ...ownServers,
});
