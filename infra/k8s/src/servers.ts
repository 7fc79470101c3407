import { databases } from '@closingwire/topology';
import { Cluster, Database } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Kafka, KafkaNodePool } from '@kubernetes-models/strimzi-kafka-operator/kafka.strimzi.io/v1';

const OWNER = 'closingwire';

/** One PostgreSQL cluster with one database per service. The CloudNativePG operator creates them. */
function postgres() {
  const [first = '', ...others] = databases;
  return [
    new Cluster({
      metadata: { name: 'postgres' },
      spec: {
        instances: 3,
        imageName: 'ghcr.io/cloudnative-pg/postgresql:18',
        bootstrap: { initdb: { database: first, owner: OWNER } },
        storage: { size: '50Gi' },
        walStorage: { size: '10Gi' },
        resources: { requests: { cpu: '1', memory: '2Gi' }, limits: { memory: '2Gi' } },
        postgresql: {
          parameters: {
            // The overlay `large` uses at most 288 pooled connections, plus LISTEN, jobs, standbys and new pods
            // beside old ones.
            max_connections: '500',
            shared_buffers: '512MB',
            wal_compression: 'lz4',
            // Without feedback, vacuum on the primary ends reads on a standby.
            hot_standby_feedback: 'on',
          },
          // A commit waits for one standby.
          synchronous: { method: 'any', number: 1, dataDurability: 'preferred' },
        },
        primaryUpdateStrategy: 'unsupervised',
      },
    }),
    ...others.map(
      name =>
        new Database({
          metadata: { name },
          spec: { name, owner: OWNER, cluster: { name: 'postgres' } },
        }),
    ),
  ];
}

/** The listener for the product. Strimzi creates the network policy from it. */
export const listenerOf = ({ isSecure }: { isSecure: boolean }) => ({
  name: isSecure ? 'tls' : 'plain',
  port: isSecure ? 9093 : 9092,
  type: 'internal' as const,
  tls: isSecure,
  ...(isSecure && { authentication: { type: 'scram-sha-512' as const } }),
  networkPolicyPeers: [
    { podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'closingwire' } } },
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'keda' } } },
  ],
});

/** Three nodes are broker and controller. An acknowledged message is on two of them. */
function kafka() {
  return [
    new KafkaNodePool({
      metadata: { name: 'brokers', labels: { 'strimzi.io/cluster': 'closingwire' } },
      spec: {
        replicas: 3,
        roles: ['controller', 'broker'],
        storage: { type: 'persistent-claim', size: '50Gi' },
        resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '1Gi' } },
      },
    }),
    new Kafka({
      metadata: { name: 'closingwire' },
      spec: {
        kafka: {
          listeners: [listenerOf({ isSecure: false })],
          config: {
            'auto.create.topics.enable': false,
            'default.replication.factor': 3,
            'min.insync.replicas': 2,
            'offsets.topic.replication.factor': 3,
            'transaction.state.log.replication.factor': 3,
            'transaction.state.log.min.isr': 2,
          },
        },
      },
    }),
  ];
}

/**
 * No npm package contains the schema of the MongoDB operator. The check validates this manifest only if the operator's
 * Go module can be downloaded.
 */
const mongo = () => ({
  apiVersion: 'mongodbcommunity.mongodb.com/v1',
  kind: 'MongoDBCommunity',
  metadata: { name: 'mongo' },
  spec: {
    members: 3,
    type: 'ReplicaSet',
    version: '8.0.4',
    security: { authentication: { modes: ['SCRAM'] } },
    users: [
      {
        name: 'content',
        db: 'content',
        passwordSecretRef: { name: 'closingwire-secrets', key: 'mongo-password' },
        roles: [{ name: 'readWrite', db: 'content' }],
        scramCredentialsSecretName: 'mongo-content',
      },
    ],
  },
});

export const serverManifests = () => [...postgres(), ...kafka(), mongo()];
