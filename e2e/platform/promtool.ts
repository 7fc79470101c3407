import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';

const folder = `${localDirectory}/tools/prometheus`;
const unpacked = (tool: string) => `${folder}/usr/bin/${tool}`;

/**
 * Returns the path of Prometheus' checker: the installed one, or the one in Debian's package. The package is only
 * unpacked, because its installation would start a server.
 */
export const promtool = (): Promise<string> => toolOf('promtool');

/** Returns the path of the Prometheus server, found in the same way. */
export const prometheus = (): Promise<string> => toolOf('prometheus');

async function toolOf(tool: 'promtool' | 'prometheus'): Promise<string> {
  if ((await execa(tool, ['--version'], { reject: false })).exitCode === 0) return tool;
  if (!existsSync(unpacked(tool))) await unpackFromDebian();
  return unpacked(tool);
}

async function unpackFromDebian(): Promise<void> {
  await mkdir(`${localDirectory}/tools`, { recursive: true });
  const cwd = await mkdtemp(`${localDirectory}/tools/prometheus-`);
  const download = () => execa('apt-get', ['download', '-qq', 'prometheus'], { cwd });
  // apt on a fresh machine has no package lists yet.
  await download().catch(async () => {
    await execa('apt-get', ['update', '-qq']);
    await download();
  });
  const [archive = ''] = await readdir(cwd);
  await execa('dpkg-deb', ['-x', archive, 'whole'], { cwd });
  await rm(folder, { recursive: true, force: true });
  await rename(`${cwd}/whole`, folder);
  await rm(cwd, { recursive: true });
}
