import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { type Place, writeWhole } from './place.ts';

/** Images of others, which a registry may replace under the same tag. */
const images: Record<string, string> = {
  postgres: 'postgres:18',
  kafka: 'apache/kafka:4.3.1',
  mongo: 'mongo:8',
  caddy: 'caddy:2',
};

/** A file for Compose that names each image by its digest, once an engine has pulled it. */
export const pinsFile = ({ state }: Place) => `${state}/images.yml`;

export const hasPins = (place: Place): boolean => existsSync(pinsFile(place));

/** `postgres@sha256:…`; undefined for an image that was built here or is not here. */
async function digestOf(image: string): Promise<string | undefined> {
  const format = '{{ range .RepoDigests }}{{ println . }}{{ end }}';
  const { stdout = '' } = await execa('docker', ['image', 'inspect', '--format', format, image], {
    reject: false,
  });
  return stdout.split('\n').find(line => line.includes('@sha256:'));
}

/**
 * Pins the images that run now, so that a restart or a deploy gets the same ones. To take newer ones, remove the file,
 * pull, and deploy.
 */
export async function pinImages(place: Place): Promise<void> {
  if (hasPins(place)) return;
  const found = await Promise.all(
    Object.entries(images).map(async ([service, image]) => [service, await digestOf(image)] as const),
  );
  const pinned = found.filter(([, digest]) => digest !== undefined);
  if (pinned.length === 0) return;
  const lines = pinned.map(([service, digest]) => `  ${service}: { image: "${digest}" }\n`);
  await writeWhole(pinsFile(place), `# Written by \`make deploy\`.\nservices:\n${lines.join('')}`, 0o644);
}
