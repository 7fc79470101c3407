import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type Command, runCommand, succeeds } from '../command.ts';
import { isListening } from '../ports/free-port.ts';
import { localDirectory } from '../root.ts';
import { dieWithParent, type Program } from '../supervisor/program.ts';
import type { Tool } from '../system-packages.ts';
import { logOf, type NativeSettings, remedyOf } from './native-settings.ts';

const version = '0.7.0b3';
const home = `${localDirectory}/tools/secantus-${version}`;
const complete = `${home}/complete`;

export type MongoInstall = { kind: 'mongod' | 'secantus'; command: Command };

export async function mongoNeeds(): Promise<Tool[]> {
  return existsSync(complete) || (await mongodIsThere()) ? [] : ['python'];
}

/** Uses `mongod` from PATH, else installs SecantusDB in a Python environment. */
async function installMongo(): Promise<MongoInstall> {
  if (await mongodIsThere()) {
    return { kind: 'mongod', command: ['mongod'] };
  }
  if (!existsSync(complete)) await download();
  return { kind: 'secantus', command: [`${home}/bin/python`, `${home}/bin/secantusd-py`] };
}

function mongodIsThere(): Promise<boolean> {
  return succeeds(['mongod', '--version']);
}

/** A Python environment contains its own path and cannot be moved when complete, so a file marks completion. */
async function download(): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await runCommand(['python3', '-m', 'venv', home]);
  const quick = ['--quiet', '--no-input', '--no-compile'];
  await runCommand([`${home}/bin/pip`, 'install', ...quick, `secantusdb==${version}`]);
  await writeFile(complete, '');
}

/** PEM files: certificate, key, and both in one. */
type Secured = { certificate: string; key: string; keyAndCertificate: string };

/** Options for TLS with this certificate, and for logins. */
const securityOptions: Record<MongoInstall['kind'], (secured: Secured) => string[]> = {
  mongod: ({ keyAndCertificate }) => [
    '--auth',
    '--tlsMode=requireTLS',
    `--tlsCertificateKeyFile=${keyAndCertificate}`,
  ],
  secantus: ({ certificate, key }) => ['--auth', `--tls-cert-file=${certificate}`, `--tls-key-file=${key}`],
};

/** Returns an installed `mongod`, else SecantusDB, which has the same protocol. */
export async function mongoProgram(native: NativeSettings, secured?: Secured): Promise<Program> {
  const { kind, command } = await installMongo();
  const port = native.ports.mongo;
  const data = `${native.dir}/data/${kind}`;
  await mkdir(data, { recursive: true });
  const options = kind === 'mongod' ? mongodOptions(data, port) : secantusOptions(data, port, native.durable);
  const security = secured ? securityOptions[kind](secured) : [];
  return {
    name: 'mongo',
    command: dieWithParent([...command, ...options, ...security]),
    logFile: logOf(native, 'mongo'),
    remedy: remedyOf('MONGODB_URL'),
    stopWithinMs: 10_000,
    readyWithinMs: 30_000,
    isReady: () => isListening(port),
  };
}

function mongodOptions(data: string, port: number): string[] {
  return ['--bind_ip=127.0.0.1', `--port=${port}`, `--dbpath=${data}`, '--wiredTigerCacheSizeGB=0.25'];
}

/** Without `--sync-on-commit`, SecantusDB lost acknowledged writes after kill -9. */
function secantusOptions(data: string, port: number, durable: boolean): string[] {
  const options = ['--host=127.0.0.1', `--port=${port}`, `--storage-path=${data}`, '--cache-size=128M'];
  return [...options, '--log-level=WARNING', ...(durable ? ['--sync-on-commit'] : [])];
}
