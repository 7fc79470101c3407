import { execFile } from 'node:child_process';
import { stat, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { USUAL_PROJECT } from '@closingwire/topology/production-settings';
import type { Settings } from '../settings-file.ts';
import type { PortFacts } from './check-machine.ts';
import type { Looked } from './finding.ts';
import { describePortOwner, portOwner } from './port-owner.ts';

const PATIENCE_MS = 5_000;
const HALF_SECOND_MS = 500;

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
};

/**
 * Returns by how many seconds this clock is ahead of the first server that replies. Its `Date` has whole seconds, so
 * it is half a second late on average.
 */
export async function readClock(
  urls: readonly string[],
  now: () => number = Date.now,
): Promise<Looked<number>> {
  let reason = 'no server is known';
  for (const url of urls) {
    try {
      const sentAt = now();
      const reply = await fetch(url, {
        method: 'HEAD',
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const theirs = Date.parse(reply.headers.get('date') ?? '');
      if (Number.isNaN(theirs)) continue;
      return { kind: 'found', value: ((sentAt + now()) / 2 - theirs - HALF_SECOND_MS) / 1000 };
    } catch (error) {
      reason = `${url}: ${reasonOf(error)}`;
    }
  }
  return { kind: 'unknown', reason };
}

export type DiskFacts = { folder: string; freeMb: Looked<number> };

/** Returns the free space of each existing folder; folders on one disk count once. */
export async function readDisks(folders: readonly string[]): Promise<DiskFacts[]> {
  const disks = new Map<number, DiskFacts>();
  for (const folder of folders) {
    try {
      const { dev } = await stat(folder);
      if (disks.has(dev)) continue;
      const { bavail, bsize } = await statfs(folder);
      disks.set(dev, { folder, freeMb: { kind: 'found', value: (bavail * bsize) / 1024 ** 2 } });
    } catch {
      // Absent on this machine, such as the engine's folder if containers run elsewhere.
    }
  }
  return [...disks.values()];
}

/** Returns the container that publishes a port; undefined without one or without an engine. */
async function containerOn(port: number): Promise<{ name: string; project: string } | undefined> {
  const format = '{{.Names}}\t{{.Label "com.docker.compose.project"}}';
  const args = ['ps', '--filter', `publish=${port}`, '--format', format];
  try {
    const { stdout } = await promisify(execFile)('docker', args, { timeout: PATIENCE_MS });
    const [name, project = ''] = stdout.trim().split('\n')[0]?.split('\t') ?? [];
    return name ? { name, project } : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the processes on the product's ports. During an update they are its own containers. */
export async function readPorts(
  { HTTP_PORT: http = '80', HTTPS_PORT: https = '443', PROJECT: own = USUAL_PROJECT }: Settings,
  container = containerOn,
): Promise<PortFacts[]> {
  const wanted = [
    { name: 'HTTP_PORT', port: Number(http) },
    { name: 'HTTPS_PORT', port: Number(https) },
  ];
  return Promise.all(
    wanted.map(async ({ name, port }) => {
      const found = await container(port);
      if (found) {
        return { name, port, owner: { text: `the container ${found.name}`, isOwn: found.project === own } };
      }
      const process = portOwner(port);
      return { name, port, owner: process && { text: describePortOwner(process), isOwn: false } };
    }),
  );
}
