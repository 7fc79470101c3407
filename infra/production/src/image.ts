import { root } from '@closingwire/local/root';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';
import type { Deployment, Image } from './deployment.ts';

/** Builds an image from this folder, with its commit as the tag. */
async function build(project: string): Promise<string> {
  const describe = ['-C', root, 'describe', '--always', '--dirty=-changed'];
  const { stdout: revision } = await execa('git', describe, { reject: false });
  const name = `${project}:${revision || 'latest'}`;
  printLine(`Building ${name}.`);
  const file = ['--file', `${root}/infra/containers/Dockerfile`, '--build-arg', `REVISION=${revision ?? ''}`];
  const { failed } = await execa('docker', ['build', ...file, '--tag', name, root], {
    stdio: 'inherit',
    reject: false,
  });
  if (failed) throw new PlatformError(`Expected the image ${name}; its build failed, with the reason above.`);
  return name;
}

/** A name with a registry, such as registry.example.com/closingwire:1 */
const hasRegistry = (name: string) => /^[^/]*[.:][^/]*\//.test(name);

/** Pulls even a local tag: the registry may have replaced the image. */
async function pull(name: string): Promise<void> {
  const { failed } = await execa('docker', ['pull', name], { stdio: 'inherit', reject: false });
  if (failed) printLine(`${name} cannot be pulled; the one on this server is used.`);
}

async function idOf(name: string): Promise<string> {
  const { failed, stdout = '' } = await execa('docker', ['image', 'inspect', '--format', '{{ .Id }}', name], {
    reject: false,
  });
  if (failed) throw new PlatformError(`Expected the image ${name}; this server has none and can pull none.`);
  return stdout.replace('sha256:', '').slice(0, 12);
}

/**
 * Returns the wanted image, else that of the settings, else a new build. It gets a tag for its content, so that a
 * rollback finds it.
 */
export async function provideImage({ settings, project }: Deployment, wanted?: string): Promise<Image> {
  const name = wanted ?? settings.IMAGE ?? (await build(project));
  if (hasRegistry(name)) await pull(name);
  const image = `${project}:content-${await idOf(name)}`;
  await execa('docker', ['tag', name, image]);
  return { image, name };
}

const tagsOf = async (...args: string[]): Promise<string[]> =>
  (await execa('docker', args, { reject: false })).stdout?.split('\n').filter(Boolean) ?? [];

/**
 * Removes images that `make rollback` no longer uses. It keeps tags made by others, except pulled ones, which the
 * registry still has.
 */
export async function removeImages(
  { project }: Deployment,
  { except }: { except: readonly Image[] },
): Promise<void> {
  const needed = except.flatMap(({ image, name }) => [image, name]);
  const content = await tagsOf(
    'image',
    'ls',
    '--format',
    '{{ .Repository }}:{{ .Tag }}',
    `${project}:content-*`,
  );
  for (const image of content.filter(tag => !needed.includes(tag))) {
    const format = '{{ range .RepoTags }}{{ println . }}{{ end }}';
    const names = await tagsOf('image', 'inspect', '--format', format, image);
    const own = names.filter(name => name.startsWith(`${project}:`) || hasRegistry(name));
    const unused = own.filter(name => !needed.includes(name));
    await execa('docker', ['image', 'rm', ...unused], { reject: false });
  }
}
