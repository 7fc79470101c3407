import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { parse } from 'yaml';
import { z } from 'zod';

/** Go modules with the operators' custom resource definitions. */
const modules = {
  mongo: 'github.com/mongodb/mongodb-kubernetes-operator@v0.9.0',
  barman: 'github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0',
  postgres: 'github.com/cloudnative-pg/cloudnative-pg@v1.27.0',
  keda: 'github.com/kedacore/keda/v2@v2.21.0',
} as const;

const filesOf: Record<keyof typeof modules, readonly string[]> = {
  mongo: ['mongodbcommunity.mongodb.com_mongodbcommunity.yaml'],
  barman: ['barmancloud.cnpg.io_objectstores.yaml'],
  postgres: ['clusters', 'databases', 'scheduledbackups'].map(kind => `postgresql.cnpg.io_${kind}.yaml`),
  keda: ['scaledobjects', 'triggerauthentications'].map(kind => `keda.sh_${kind}.yaml`),
};

const definition = z.looseObject({
  spec: z.looseObject({
    names: z.looseObject({ kind: z.string() }),
    versions: z.array(
      z.looseObject({
        schema: z.looseObject({ openAPIV3Schema: z.record(z.string(), z.unknown()) }),
      }),
    ),
  }),
});
export type ResourceDefinition = z.output<typeof definition>;

/** Downloads custom resource definitions of operators as Go modules. */
export async function resourceDefinitions(
  of: readonly (keyof typeof modules)[] = ['mongo', 'barman', 'postgres', 'keda'],
): Promise<ResourceDefinition[]> {
  const read = of.map(async name => {
    // Runs outside this repository: inside, go would change our go.mod.
    const { stdout } = await execa('go', ['mod', 'download', '-json', modules[name]], { cwd: '/' });
    const { Dir: folder } = z.object({ Dir: z.string() }).parse(JSON.parse(stdout));
    return Promise.all(
      filesOf[name].map(async file =>
        definition.parse(parse(await readFile(`${folder}/config/crd/bases/${file}`, 'utf8'))),
      ),
    );
  });
  return (await Promise.all(read)).flat();
}

export type Schemas = Readonly<Record<string, Record<string, unknown>>>;

/** Returns the schemas of kinds that no npm package contains, by kind. */
export async function schemasOfModules(): Promise<Schemas> {
  const definitions = await resourceDefinitions(['mongo', 'barman']);
  return Object.fromEntries(
    definitions.map(({ spec }) => [spec.names.kind, spec.versions[0]?.schema.openAPIV3Schema ?? {}]),
  );
}
