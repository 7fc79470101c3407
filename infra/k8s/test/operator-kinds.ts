import { type ResourceDefinition, resourceDefinitions } from '../src/resource-definitions.ts';

/** Strimzi publishes its definitions in no package: its kinds are accepted here with any fields. */
const strimziKinds = ['Kafka', 'KafkaNodePool', 'KafkaUser'].map(kind => {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.kafka.strimzi.io` },
    spec: {
      group: 'kafka.strimzi.io',
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  } satisfies ResourceDefinition;
});

/** The definitions of every kind that an operator brings into a cluster. */
export const operatorKinds = async (): Promise<ResourceDefinition[]> => [
  ...(await resourceDefinitions()),
  ...strimziKinds,
];
