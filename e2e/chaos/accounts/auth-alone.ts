import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { readEnvironments } from '@closingwire/local/product/start-product';
import { localDirectory } from '@closingwire/local/root';
import { discardData } from '@closingwire/local/servers/discard-data';
import { startServers } from '@closingwire/local/servers/start-servers';
import { openSupervisor, type Supervisor } from '@closingwire/local/supervisor/supervisor';
import { startProcesses } from '../../platform/start-processes.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { type AuthProcess, untilReady } from './auth-process.ts';

export type AuthAlone = { whole: WholeAddresses; auth: AuthProcess; stop(): Promise<void> };

const AUTH = new URL('../../../services/auth/src/main.ts', import.meta.url).pathname;

/** Restarts the process at once; a supervisor would pause longer each time. */
function openAuth(url: string, env: Record<string, string>) {
  const start = () => spawn(process.execPath, [AUTH], { env: { ...process.env, ...env }, stdio: 'ignore' });
  let child = start();
  async function kill() {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  return {
    kill,
    async killAndAwait() {
      const killedAt = Date.now();
      await kill();
      child = start();
      await untilReady(url);
      return Date.now() - killedAt;
    },
  };
}

async function startAround(supervisor: Supervisor): Promise<WholeAddresses> {
  const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable: true });
  const options = { servers, env: { LOG_LEVEL: 'warn' }, only: ['notifications'] };
  const whole = await startProcesses(supervisor, options);
  // Without a gateway: users call auth itself.
  return { ...whole, url: whole.processes.auth ?? '' };
}

/** Starts the auth service with its servers and with notifications, which sends its email. */
export async function startAuthAlone(): Promise<AuthAlone> {
  await mkdir(localDirectory, { recursive: true });
  const dir = await mkdtemp(`${localDirectory}/whole-`);
  const supervisor = await openSupervisor(dir);
  let auth: ReturnType<typeof openAuth> | undefined;
  async function stop() {
    await auth?.kill();
    await supervisor.stop();
    await discardData(dir);
    await rm(dir, { recursive: true, force: true });
  }
  try {
    const whole = await startAround(supervisor);
    auth = openAuth(whole.url, (await readEnvironments(dir)).auth ?? {});
    await untilReady(whole.url);
    return { whole, auth, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
