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

/** The operator's own files, such as CAs. Components add the CAs of the servers' operators. */
const certificates: Volume = {
  name: 'certificates',
  projected: {
    sources: [
      { configMap: { name: CERTIFICATES, optional: true } },
      { secret: { name: CERTIFICATES, optional: true } },
    ],
  },
};

/** JSON pointer to the sources of the certificate volume in a pod spec. */
export const CERTIFICATE_SOURCES = '/volumes/1/projected/sources/-';

const temporary = (sizeLimit: string): Volume => ({ name: 'tmp', emptyDir: { sizeLimit } });

type ContainerOptions = Partial<Container> & { name: string; env: Variable[] };

/** Returns a container of the product's image, without privileges, with only /tmp writable. */
export const containerOf = ({ volumeMounts = [], ...own }: ContainerOptions): Container => ({
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

/** Returns a pod with one container of the image. */
export const podSpecOf = (container: Container, { temporarySize = '64Mi', volumes = [] as Volume[] } = {}) =>
  ({
    serviceAccountName: 'closingwire',
    automountServiceAccountToken: false,
    // With service links, the service `gateway` would set its own GATEWAY_PORT in every pod.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      // The volumes' group, so that the process's user can write.
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container],
    volumes: [temporary(temporarySize), certificates, ...volumes],
  }) satisfies PodSpec;

const probe = (path: string) => ({ httpGet: { path, port: 'management' } });

export const probes = {
  // Migrations of a large database may take minutes. They run before the first pod is ready.
  startupProbe: { ...probe('/healthz'), periodSeconds: 2, failureThreshold: 300 },
  livenessProbe: { ...probe('/healthz'), periodSeconds: 10, timeoutSeconds: 5 },
  readinessProbe: { ...probe('/readyz'), periodSeconds: 3, timeoutSeconds: 3 },
};
