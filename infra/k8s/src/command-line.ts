import { MANAGEMENT_PORT, PORT } from '@closingwire/topology/containers';
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob } from 'kubernetes-models/batch/v1';
import { PersistentVolumeClaim } from 'kubernetes-models/v1';
import type { Component } from './component.ts';
import { backupVariables, commandLineVariables, SETTINGS } from './environment.ts';
import { containerOf, labelsOf, podSpecOf, probes } from './pods.ts';

/** The default place of backups. It ends with the pod unless the component `backup-volume` is used. */
const BACKUPS = { name: 'backups', mountPath: '/backups' };
const podOptions = { temporarySize: '1Gi', volumes: [{ name: 'backups', emptyDir: {} }] };

const container = (name: string, args: string[], more: Partial<Parameters<typeof containerOf>[0]> = {}) =>
  containerOf({
    name,
    command: ['closingwire'],
    args,
    envFrom: [{ configMapRef: { name: SETTINGS } }],
    env: commandLineVariables(),
    resources: { requests: { cpu: '100m', memory: '160Mi' }, limits: { memory: '512Mi' } },
    volumeMounts: [BACKUPS],
    ...more,
  });

/**
 * The template from which `infra/k8s/closingwire` creates jobs: it holds the environment of the command line. It is
 * always suspended, so its schedule has no effect.
 */
const commandLine = () =>
  new CronJob({
    metadata: { name: 'cli', labels: labelsOf('cli') },
    spec: {
      schedule: '0 0 1 1 *',
      suspend: true,
      jobTemplate: {
        spec: {
          // The first try may have had effects, so only the operator repeats a job.
          backoffLimit: 0,
          ttlSecondsAfterFinished: 3_600,
          template: {
            metadata: { labels: labelsOf('cli') },
            spec: {
              ...podSpecOf(container('cli', ['version']), podOptions),
              restartPolicy: 'Never',
            },
          },
        },
      },
    },
  });

/**
 * Takes a daily backup of all servers and removes old backups. The component `backups` raises its replicas to one.
 * It is in the base so that the order of components does not matter.
 */
const scheduledBackups = () =>
  new Deployment({
    metadata: { name: 'backup', labels: labelsOf('backup') },
    spec: {
      replicas: 0,
      selector: { matchLabels: labelsOf('backup') },
      // Two backups at once would pause publishing twice.
      strategy: { type: 'Recreate' },
      template: {
        metadata: {
          labels: labelsOf('backup'),
          annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(MANAGEMENT_PORT) },
        },
        spec: podSpecOf(
          container('backup', ['scheduled-backups'], {
            env: [
              ...backupVariables(),
              { name: 'HOST', value: '0.0.0.0' },
              { name: 'PORT', value: String(PORT) },
              { name: 'MANAGEMENT_PORT', value: String(MANAGEMENT_PORT) },
            ],
            ports: [{ name: 'management', containerPort: MANAGEMENT_PORT }],
            ...probes,
          }),
          podOptions,
        ),
      },
    },
  });

const claim = () =>
  new PersistentVolumeClaim({
    metadata: { name: 'backups' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '50Gi' } } },
  });

export const operationManifests = () => [commandLine(), scheduledBackups()];

const storedAt = (podSpec: string) => ({
  op: 'replace' as const,
  path: `${podSpec}/volumes/2`,
  value: { name: 'backups', persistentVolumeClaim: { claimName: 'backups' } },
});

export const backups = (): Component => ({
  about: 'A backup of every server each day, by the command line, to BACKUP_TO.',
  patches: [
    {
      target: { kind: 'Deployment', name: 'backup' },
      operations: [{ op: 'replace', path: '/spec/replicas', value: 1 }],
    },
  ],
});

/** Only one node at a time can mount the volume: jobs of the command line run on its node. */
const besideBackup = {
  podAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      {
        weight: 100,
        podAffinityTerm: {
          topologyKey: 'kubernetes.io/hostname',
          labelSelector: { matchLabels: labelsOf('backup') },
        },
      },
    ],
  },
};

export const backupVolume = (): Component => ({
  about: 'A volume for the backups at /backups, where BACKUP_TO names no bucket.',
  manifests: [claim()],
  patches: [
    {
      target: { kind: 'Deployment', name: 'backup' },
      operations: [storedAt('/spec/template/spec')],
    },
    {
      target: { kind: 'CronJob', name: 'cli' },
      operations: [
        storedAt('/spec/jobTemplate/spec/template/spec'),
        { op: 'add', path: '/spec/jobTemplate/spec/template/spec/affinity', value: besideBackup },
      ],
    },
  ],
});
