import { leadReceived } from '@closingwire/contracts/leads';
import { MANAGEMENT_PORT, PORT } from '@closingwire/topology/containers';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { labelsOf } from './pods.ts';

const ours = { matchLabels: { 'app.kubernetes.io/part-of': 'closingwire' } };
const namespaceOf = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });

/** Permitted connections. Strimzi creates Kafka's policies from its listener. */
const policies = () => [
  new NetworkPolicy({
    metadata: { name: 'processes' },
    spec: {
      podSelector: ours,
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [{ podSelector: ours }],
          ports: [{ port: PORT }, { port: MANAGEMENT_PORT }],
        },
        {
          from: [{ namespaceSelector: namespaceOf('monitoring') }],
          ports: [{ port: MANAGEMENT_PORT }],
        },
      ],
    },
  }),
  new NetworkPolicy({
    metadata: { name: 'gateway' },
    spec: {
      podSelector: { matchLabels: labelsOf('gateway') },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: namespaceOf('ingress') }], ports: [{ port: PORT }] }],
    },
  }),
  new NetworkPolicy({
    metadata: { name: 'postgres' },
    spec: {
      podSelector: { matchLabels: { 'cnpg.io/cluster': 'postgres' } },
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [{ podSelector: ours }, { podSelector: { matchLabels: { 'cnpg.io/cluster': 'postgres' } } }],
        },
        { from: [{ namespaceSelector: namespaceOf('cnpg-system') }] },
      ],
    },
  }),
  new NetworkPolicy({
    metadata: { name: 'mongo' },
    spec: {
      podSelector: { matchLabels: { app: 'mongo-svc' } },
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            ...['content', 'cli', 'backup'].map(name => ({ podSelector: { matchLabels: labelsOf(name) } })),
            { podSelector: { matchLabels: { app: 'mongo-svc' } } },
          ],
          ports: [{ port: 27_017 }],
        },
      ],
    },
  }),
];

/** Limits no body size and buffers nothing: the gateway limits the time of uploads and downloads. */
const ingress = () =>
  new Ingress({
    metadata: {
      name: 'gateway',
      annotations: {
        'nginx.ingress.kubernetes.io/proxy-body-size': '0',
        'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
        'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
        'nginx.ingress.kubernetes.io/proxy-read-timeout': '600',
      },
    },
    spec: {
      tls: [{ hosts: ['closingwire.example'], secretName: 'gateway-tls' }],
      rules: [
        {
          host: 'closingwire.example',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'gateway', port: { name: 'http' } } },
              },
            ],
          },
        },
      ],
    },
  });

const byCpu = (name: string) =>
  new HorizontalPodAutoscaler({
    metadata: { name },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 1,
      maxReplicas: 2,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 200 } },
        },
      ],
    },
  });

/** Packs of lead rows waiting per ingest process before another one starts. */
const PACKS_PER_PROCESS = 40;

/** Starts up to one process per partition: a further process would get no partition. */
const byLag = () =>
  new ScaledObject({
    metadata: { name: 'leads-ingest' },
    spec: {
      scaleTargetRef: { name: 'leads-ingest' },
      minReplicaCount: 1,
      maxReplicaCount: leadReceived.partitions,
      pollingInterval: 10,
      cooldownPeriod: 120,
      triggers: [
        {
          type: 'kafka',
          metadata: {
            // Reads the address from the process's environment, so that it is set once.
            bootstrapServersFromEnv: 'KAFKA_BROKERS',
            consumerGroup: 'leads-ingest',
            topic: leadReceived.topic,
            lagThreshold: String(PACKS_PER_PROCESS),
            offsetResetPolicy: 'earliest',
          },
        },
      ],
    },
  });

export const networkManifests = () => [...policies(), ingress()];
export const scalingManifests = () => [byCpu('gateway'), byCpu('leads'), byLag()];
