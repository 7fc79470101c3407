import { memoryLimitMbOf, nodeOptionsOf, type ProcessRow, productProcesses } from '@closingwire/topology';
import { MANAGEMENT_PORT, PORT } from '@closingwire/topology/containers';
import { takingUploads, usualDrainS } from '@closingwire/topology/settings';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { SETTINGS, variablesOf } from './environment.ts';
import { containerOf, labelsOf, podSpecOf, probes } from './pods.ts';

/** A scaler sets the replicas of these; an overlay sets the others. */
const scaled = new Set(['gateway', 'leads', 'leads-ingest']);

/** Resident memory of an idle process on two cores: 117 to 159 MB measured (docs/runbooks/kubernetes.md). */
const IDLE_MB = 160;

const resourcesOf = (row: ProcessRow) => ({
  // No CPU limit: a throttled process misses its heartbeats to Kafka. On a node with a full CPU, processes share it in
  // proportion to these requests.
  requests: { cpu: scaled.has(row.name) ? '250m' : '100m', memory: `${IDLE_MB}Mi` },
  limits: { memory: `${memoryLimitMbOf(row)}Mi` },
});

const processContainer = (row: ProcessRow) =>
  containerOf({
    name: row.name,
    args: [...nodeOptionsOf(row), row.entry],
    ports: [
      { name: 'http', containerPort: PORT },
      { name: 'management', containerPort: MANAGEMENT_PORT },
    ],
    envFrom: [{ configMapRef: { name: SETTINGS } }],
    env: variablesOf(row),
    ...probes,
    // The ingress and other pods still send requests for a moment after a pod begins to stop.
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    resources: resourcesOf(row),
  });

/** preStop (5 s), drain, and 5 s to exit. */
const graceOf = (name: string) => 5 + (takingUploads.includes(name) ? usualDrainS : 10) + 5;

function deploymentOf(row: ProcessRow): IDeployment {
  const labels = labelsOf(row.name);
  return new Deployment({
    metadata: { name: row.name, labels },
    spec: {
      ...(!scaled.has(row.name) && { replicas: 1 }),
      selector: { matchLabels: labels },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: {
          labels,
          annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(MANAGEMENT_PORT) },
        },
        spec: {
          ...podSpecOf(processContainer(row)),
          terminationGracePeriodSeconds: graceOf(row.name),
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: { matchLabels: labels },
            },
          ],
        },
      },
    },
  });
}

const serviceOf = ({ name }: ProcessRow) =>
  new Service({
    metadata: { name, labels: labelsOf(name) },
    spec: {
      selector: labelsOf(name),
      ports: [
        { name: 'http', port: PORT, targetPort: 'http' },
        { name: 'management', port: MANAGEMENT_PORT, targetPort: 'management' },
      ],
    },
  });

/** Allows one absent pod, so that a node can be drained even with one replica. */
const budgetOf = ({ name }: ProcessRow) =>
  new PodDisruptionBudget({
    metadata: { name, labels: labelsOf(name) },
    spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
  });

/** Per process: its pods, its service, and how many of its pods may be absent at once. */
export const processManifests = () => [
  new ServiceAccount({ metadata: { name: 'closingwire' }, automountServiceAccountToken: false }),
  ...productProcesses.flatMap(row => [deploymentOf(row), serviceOf(row), budgetOf(row)]),
];
