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

/** `postgres@sha256:…`; undefined for an image that no registry gave. */
async function digestOf(image: string): Promise<string | undefined> {
  const format = '{{ range .RepoDigests }}{{ println . }}{{ end }}';
  const { stdout = '' } = await execa('docker', ['image', 'inspect', '--format', format, image], {
    reject: false,
  });
  // The same image may have come from another registry, too.
  return stdout.split('\n').find(line => line.startsWith(image.replace(/:.*/, '@')));
}

/**
 * Pins the images of servers before they start the first time, so that a restart or a deploy runs the same ones. To take
 * newer ones, remove the file and deploy.
 */
export async function pinImages(place: Place, servers: readonly string[]): Promise<void> {
  if (hasPins(place)) return;
  const wanted = Object.entries(images).filter(
    ([service]) => service === 'caddy' || servers.includes(service),
  );
  const lines: string[] = [];
  for (const [service, image] of wanted) {
    // Without a registry the image that is here is used; it has no digest.
    await execa('docker', ['pull', '--quiet', image], { reject: false });
    const digest = await digestOf(image);
    if (digest) lines.push(`  ${service}: { image: "${digest}" }\n`);
  }
  if (lines.length === 0) return;
  await writeWhole(pinsFile(place), `# Written by \`make deploy\`.\nservices:\n${lines.join('')}`, 0o644);
}
