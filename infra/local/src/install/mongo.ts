import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { type Command, runCommand, succeeds } from '../command.ts';
import { localDirectory } from '../root.ts';
import type { Tool } from './tools.ts';

const version = '0.7.0b3';
const home = `${localDirectory}/tools/secantus-${version}`;
const complete = `${home}/complete`;

export type MongoInstall = { kind: 'mongod' | 'secantus'; command: Command };

export async function mongoNeeds(): Promise<Tool[]> {
  return existsSync(complete) || (await mongodIsThere()) ? [] : ['python'];
}

/** `mongod` from PATH, else SecantusDB in a Python environment of its own. */
export async function installMongo(): Promise<MongoInstall> {
  if (await mongodIsThere()) {
    return { kind: 'mongod', command: ['mongod'] };
  }
  if (!existsSync(complete)) await download();
  return { kind: 'secantus', command: [`${home}/bin/python`, `${home}/bin/secantusd-py`] };
}

function mongodIsThere(): Promise<boolean> {
  return succeeds(['mongod', '--version']);
}

/** A Python environment knows its own path and cannot be moved into place when whole: hence the mark. */
async function download(): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await runCommand(['python3', '-m', 'venv', home]);
  const quick = ['--quiet', '--no-input', '--no-compile'];
  await runCommand([`${home}/bin/pip`, 'install', ...quick, `secantusdb==${version}`]);
  await writeFile(complete, '');
}
