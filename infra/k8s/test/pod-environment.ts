import { z } from 'zod';
import type { Manifest } from '../src/rendered.ts';

const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.object({
            command: z.array(z.string()).default([]),
            args: z.array(z.string()),
            env: z.array(
              z.object({
                name: z.string(),
                value: z.string().default(''),
                valueFrom: z
                  .object({
                    secretKeyRef: z.object({ key: z.string(), optional: z.boolean().default(false) }),
                  })
                  .optional(),
              }),
            ),
          }),
        ]),
      }),
    }),
  }),
});
const settings = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) });

export type PodProcess = { name: string; command: string[]; args: string[]; env: Record<string, string> };

/**
 * Returns the processes of rendered Deployments with their environment as kubelet sets it: `$(NAME)` becomes the
 * value of a setting or an earlier variable; an optional key without a value is left out.
 */
export function podProcesses(
  manifests: readonly Manifest[],
  secrets: Readonly<Record<string, string>>,
): PodProcess[] {
  const given = Object.assign({}, ...manifests.map(each => settings.safeParse(each).data?.data ?? {}));
  return manifests
    .flatMap(each => deployment.safeParse(each).data ?? [])
    .map(({ metadata, spec }) => {
      const [{ command, args, env: variables }] = spec.template.spec.containers;
      const env: Record<string, string> = { ...given };
      for (const { name, value, valueFrom } of variables) {
        const secret = valueFrom && secrets[valueFrom.secretKeyRef.key];
        if (valueFrom && secret === undefined) {
          if (valueFrom.secretKeyRef.optional) continue;
          throw new Error(`expected a secret for ${name} of ${metadata.name}`);
        }
        env[name] =
          secret ?? value.replaceAll(/\$\(([A-Z_]+)\)/g, (whole, other: string) => env[other] ?? whole);
      }
      return { name: metadata.name, command, args, env };
    });
}
