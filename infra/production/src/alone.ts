import * as record from '@closingwire/local/supervisor/run-record';
import { PlatformError } from '@closingwire/local/terminal';
import type { Place } from './place.ts';

/** Compose is a plugin of docker: a process of its own, which can outlive it. */
const pluginsOf = (place: Place) =>
  [...record.runningProcesses(place.state).values()].flatMap(({ pid }) => record.childrenOf(pid));

async function claim(place: Place): Promise<record.RunRecord> {
  const left = pluginsOf(place);
  const turn = await record.claimFolder(place.state).catch(cause => {
    if (!(cause instanceof PlatformError)) throw cause;
    throw new PlatformError('Expected no other command on this server; one runs. Wait for its end.', {
      cause,
    });
  });
  await record.endProcesses(left);
  return turn;
}

/** Writing to a terminal that is gone is an error, which must not end the command before it has cleaned up. */
function outliveTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Keeps other commands off this server until it is over; throws when one runs, and ends what a killed one left. Ctrl-C and
 * a lost terminal end the command of the engine that runs, or the wait for it, so that the failure is handled here.
 */
export async function alone<T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> {
  const turn = await claim(place);
  outliveTerminal();
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await work({ ...place, turn: { add: turn.add, interrupted: interruption.signal } });
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    turn.release();
  }
}
