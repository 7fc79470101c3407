import { memoryLimitMbOf, nodeOptionsOf, type ProcessRow, productProcesses } from '@closingwire/topology';
import { takingUploads, usualDrainS } from '@closingwire/topology/settings';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { MANAGEMENT_PORT, PORT, SETTINGS, variablesOf } from './environment.ts';
import { containerOf, labelsOf, podSpecOf, probes } from './pods.ts';

/** A scaler decides the number of their pods; an overlay sets that of the others. */
const scaled = new Set(['gateway', 'leads', 'leads-ingest']);

/** Resident memory of the processes, idle, measured on two cores (docs/runbooks/kubernetes.md): 117 to 159 MB. */
const IDLE_MB = 160;

const resourcesOf = (row: ProcessRow) => ({
  // No limit of CPU: a throttled process misses its heartbeats; the request is its share when the machine is full.
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
    // The ingress and other pods learn of a pod's end a moment later; until then it serves their requests.
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    resources: resourcesOf(row),
  });

/** The five seconds of preStop, those of draining, and some for the end itself. */
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

/** One at a time: with one pod alone a node can still be emptied. */
const budgetOf = ({ name }: ProcessRow) =>
  new PodDisruptionBudget({
    metadata: { name, labels: labelsOf(name) },
    spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
  });

/** Each process: its pods, its address, and how many of its pods may be away at once. */
export const processManifests = () => [
  new ServiceAccount({ metadata: { name: 'closingwire' }, automountServiceAccountToken: false }),
  ...productProcesses.flatMap(row => [deploymentOf(row), serviceOf(row), budgetOf(row)]),
];
