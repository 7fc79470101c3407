import * as record from '@closingwire/local/supervisor/run-record';
import { PlatformError } from '@closingwire/local/terminal';
import type { Deployment } from './deployment.ts';

/** Returns the children of running commands: Compose is a docker plugin with its own process, which can outlive docker. */
const pluginsOf = (deployment: Deployment) =>
  [...record.runningProcesses(deployment.state).values()].flatMap(({ pid }) => record.childrenOf(pid));

async function claim(deployment: Deployment): Promise<record.RunRecord> {
  const left = pluginsOf(deployment);
  const turn = await record.claimFolder(deployment.state).catch(cause => {
    if (!(cause instanceof PlatformError)) throw cause;
    throw new PlatformError('Expected no other command on this server; one runs. Wait for its end.', {
      cause,
    });
  });
  await record.endProcesses(left);
  return turn;
}

/** A write to a closed terminal fails. The failure must not end the command before its cleanup. */
function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Runs `work` while no other command runs on this server, and ends processes of a killed command first. Throws if
 * another command runs. Ctrl-C and a closed terminal end the engine's command or the wait, so that `work` handles
 * the failure.
 */
export async function alone<T>(
  deployment: Deployment,
  work: (deployment: Deployment) => Promise<T>,
): Promise<T> {
  const turn = await claim(deployment);
  outliveTerminal();
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work({ ...deployment, turn: { add: turn.add, interrupted: interruption.signal } });
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    turn.release();
  }
}
