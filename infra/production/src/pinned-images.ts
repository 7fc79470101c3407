import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { type Deployment, writeWhole } from './deployment.ts';

/** Third-party images. A registry may replace an image under the same tag. */
const images: Record<string, string> = {
  postgres: 'postgres:18',
  kafka: 'apache/kafka:4.3.1',
  mongo: 'mongo:8',
  caddy: 'caddy:2',
};

/** A Compose file with the digest of each pulled image. */
export const pinsFile = ({ state }: Deployment) => `${state}/images.yml`;

export const hasPins = (deployment: Deployment): boolean => existsSync(pinsFile(deployment));

/** Returns `postgres@sha256:…`; undefined for an image without a registry. */
async function digestOf(image: string): Promise<string | undefined> {
  const format = '{{ range .RepoDigests }}{{ println . }}{{ end }}';
  const { stdout = '' } = await execa('docker', ['image', 'inspect', '--format', format, image], {
    reject: false,
  });
  // Another registry may have provided the same image.
  return stdout.split('\n').find(line => line.startsWith(image.replace(/:.*/, '@')));
}

/**
 * Pins server images before the first start, so that later starts use the same ones. To take newer images, remove
 * the file and deploy.
 */
export async function pinImages(deployment: Deployment, servers: readonly string[]): Promise<void> {
  if (hasPins(deployment)) return;
  const wanted = Object.entries(images).filter(
    ([service]) => service === 'caddy' || servers.includes(service),
  );
  const lines: string[] = [];
  for (const [service, image] of wanted) {
    // Without access to a registry, the local image is used; it has no digest.
    await execa('docker', ['pull', '--quiet', image], { reject: false });
    const digest = await digestOf(image);
    if (digest) lines.push(`  ${service}: { image: "${digest}" }\n`);
  }
  if (lines.length === 0) return;
  await writeWhole(
    pinsFile(deployment),
    `# Written by \`make deploy\`.\nservices:\n${lines.join('')}`,
    0o644,
  );
}
