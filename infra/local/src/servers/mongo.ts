import { mkdir } from 'node:fs/promises';
import { installMongo } from '../install/mongo.ts';
import { answers } from '../ports/answers.ts';
import { dieWithParent } from '../supervisor/die-with-parent.ts';
import type { Program } from '../supervisor/program.ts';
import { type Grounds, logOf, remedyOf } from './grounds.ts';

/** A real `mongod` where one is installed, else SecantusDB, which speaks the same protocol. */
export async function mongoProgram(grounds: Grounds): Promise<Program> {
  const { kind, command } = await installMongo();
  const port = grounds.ports.mongo;
  const data = `${grounds.dir}/data/${kind}`;
  await mkdir(data, { recursive: true });
  const options =
    kind === 'mongod' ? mongodOptions(data, port) : secantusOptions(data, port, grounds.durable);
  return {
    name: 'mongo',
    command: dieWithParent([...command, ...options], 'SIGTERM'),
    logFile: logOf(grounds, 'mongo'),
    remedy: remedyOf('MONGODB_URL'),
    stopSignal: 'SIGTERM',
    stopWithinMs: 10_000,
    readyWithinMs: 30_000,
    isReady: () => answers(port),
  };
}

function mongodOptions(data: string, port: number): string[] {
  return ['--bind_ip=127.0.0.1', `--port=${port}`, `--dbpath=${data}`, '--wiredTigerCacheSizeGB=0.25'];
}

/** Without `--sync-on-commit` it lost acknowledged writes when it was killed. */
function secantusOptions(data: string, port: number, durable: boolean): string[] {
  const options = ['--host=127.0.0.1', `--port=${port}`, `--storage-path=${data}`, '--cache-size=128M'];
  return [...options, '--log-level=WARNING', ...(durable ? ['--sync-on-commit'] : [])];
}
