import type { IDeployment } from 'kubernetes-models/apps/v1';
import { CERTIFICATES, type Variable } from './environment.ts';

type PodTemplate = NonNullable<IDeployment['spec']>['template'];
export type PodSpec = NonNullable<PodTemplate['spec']>;
type Container = PodSpec['containers'][number];
type Volume = NonNullable<PodSpec['volumes']>[number];

export const labelsOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'closingwire',
});

/** The operator's own files, such as CAs. Components add the CAs that the operators of the servers make. */
const certificates: Volume = {
  name: 'certificates',
  projected: {
    sources: [
      { configMap: { name: CERTIFICATES, optional: true } },
      { secret: { name: CERTIFICATES, optional: true } },
    ],
  },
};

/** The JSON pointer of the sources of the certificates, within a pod's spec. */
export const CERTIFICATE_SOURCES = '/volumes/1/projected/sources/-';

const temporary = (sizeLimit: string): Volume => ({ name: 'tmp', emptyDir: { sizeLimit } });

type ContainerParts = Partial<Container> & { name: string; env: Variable[] };

/** A container of the image: no privileges, nothing to write to but /tmp. */
export const containerOf = ({ volumeMounts = [], ...own }: ContainerParts): Container => ({
  image: 'closingwire',
  ...own,
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'certificates', mountPath: '/certificates', readOnly: true },
    ...volumeMounts,
  ],
});

/** A pod with one container of the image. */
export const podSpecOf = (container: Container, { temporarySize = '64Mi', volumes = [] as Volume[] } = {}) =>
  ({
    serviceAccountName: 'closingwire',
    automountServiceAccountToken: false,
    // Else a service named gateway puts its own GATEWAY_PORT into every environment.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      // The group that volumes belong to, so that this user can write to them.
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container],
    volumes: [temporary(temporarySize), certificates, ...volumes],
  }) satisfies PodSpec;

const probe = (path: string) => ({ httpGet: { path, port: 'management' } });

export const probes = {
  // Migrations of a large database may take minutes; they run before the first pod of a version is ready.
  startupProbe: { ...probe('/healthz'), periodSeconds: 2, failureThreshold: 300 },
  livenessProbe: { ...probe('/healthz'), periodSeconds: 10, timeoutSeconds: 5 },
  readinessProbe: { ...probe('/readyz'), periodSeconds: 3, timeoutSeconds: 3 },
};
