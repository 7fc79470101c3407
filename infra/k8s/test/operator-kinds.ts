import { type ResourceDefinition, resourceDefinitions } from '../src/resource-definitions.ts';

/** Strimzi publishes its definitions in no package. The test accepts any fields of its kinds. */
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

/** Returns the definitions of all kinds that operators install. */
export const operatorKinds = async (): Promise<ResourceDefinition[]> => [
  ...(await resourceDefinitions()),
  ...strimziKinds,
];
