import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../src/ports/free-port.ts';
import { freeServerPorts } from '../src/ports/server-ports.ts';
import { hasContainerEngine } from '../src/servers/containers.ts';
import { startServers } from '../src/servers/start-servers.ts';
import { openSupervisor } from '../src/supervisor/supervisor.ts';

let bin: string;
beforeEach(async () => {
  bin = await mkdtemp(`${tmpdir()}/docker-`);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(bin, { recursive: true });
});

test('servers that have no address run in containers', async () => {
  await installDocker(`echo "$@" >> ${bin}/calls`);
  const mail = createServer().listen(0, '127.0.0.1');
  await once(mail, 'listening');
  const { port } = mail.address() as AddressInfo;
  const ports = await freeServerPorts();
  const supervisor = await openSupervisor(`${bin}/platform`);
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}` };
  const servers = await startServers(supervisor, { ports, durable: true, env });
  await supervisor.process('kafka').kill();
  await supervisor.stop();
  mail.close();

  expect(servers.found.map(({ source }) => source)).toEqual([
    'container',
    'container',
    'container',
    'environment',
  ]);
  expect(servers.kafkaBrokers).toBe(`127.0.0.1:${ports.kafka}`);
  const calls = (await readFile(`${bin}/calls`, 'utf8'))
    .split('\n')
    .map(call => call.replace(/--file \S+ /, ''));
  expect(calls).toContain('compose up --detach --wait postgres kafka mongo');
  expect(calls).toContain('compose kill --signal SIGKILL kafka');
  expect(calls).toContain('compose start kafka');
  expect(calls.filter(call => call.startsWith('compose stop')).toSorted()).toEqual(
    ['kafka', 'mongo', 'postgres'].map(name => `compose stop ${name}`),
  );
});

test('an address where nothing listens is refused', async () => {
  const supervisor = await openSupervisor(`${bin}/platform`);
  const env = { POSTGRES_URL: `postgres://127.0.0.1:${await freePort()}/postgres` };
  const start = startServers(supervisor, { ports: await freeServerPorts(), durable: true, env });
  await expect(start).rejects.toThrow('POSTGRES_URL names 127.0.0.1:');
  await supervisor.stop();
});

/** Puts a `docker` command on PATH. */
async function installDocker(script: string): Promise<void> {
  await writeFile(`${bin}/docker`, `#!/bin/sh\n${script}\n`);
  await chmod(`${bin}/docker`, 0o755);
}

test('an engine that reports its version counts', async () => {
  await installDocker('exit 0');
  expect(await hasContainerEngine()).toBe(true);
});

test('a client without an engine does not count', async () => {
  await installDocker('[ "$1" = compose ]');
  expect(await hasContainerEngine()).toBe(false);
});

test('an engine without compose does not count', async () => {
  await installDocker('[ "$1" = version ]');
  expect(await hasContainerEngine()).toBe(false);
});

test('an engine that hangs does not count', async () => {
  await installDocker('exec sleep 30');
  expect(await hasContainerEngine()).toBe(false);
});
