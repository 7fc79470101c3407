import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { localDirectory } from '@closingwire/local/root';
import { execa } from 'execa';

const folder = `${localDirectory}/tools/prometheus`;
const unpacked = `${folder}/usr/bin/promtool`;

/**
 * Prometheus' own checker: the machine's, or the one of Debian's package, unpacked into the tools and not installed, since
 * that would start a server.
 */
export async function promtool(): Promise<string> {
  if ((await execa('promtool', ['--version'], { reject: false })).exitCode === 0) return 'promtool';
  if (!existsSync(unpacked)) await unpackFromDebian();
  return unpacked;
}

async function unpackFromDebian(): Promise<void> {
  await mkdir(`${localDirectory}/tools`, { recursive: true });
  const cwd = await mkdtemp(`${localDirectory}/tools/prometheus-`);
  const download = () => execa('apt-get', ['download', '-qq', 'prometheus'], { cwd });
  // On a fresh machine apt knows no packages yet.
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
