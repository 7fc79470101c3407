import { localDirectory, root } from '../root.ts';
import { logOf } from '../servers/grounds.ts';
import { dieWithParent } from '../supervisor/die-with-parent.ts';
import type { Program } from '../supervisor/program.ts';
import type { ProcessRow } from '../topology.ts';

/** Node runs the TypeScript sources as they are; what it compiled is kept, for quick starts. */
export function processProgram(row: ProcessRow, dir: string, env: Record<string, string>): Program {
  const options = [`--max-old-space-size=${row.heapMb}`, '--max-semi-space-size=4'];
  return {
    name: row.name,
    command: dieWithParent([process.execPath, ...options, `${root}/${row.entry}`], 'SIGTERM'),
    env: { NODE_COMPILE_CACHE: `${localDirectory}/compile-cache`, ...env },
    logFile: logOf({ dir }, row.name),
    remedy: 'Mend what it complains about, then start again.',
    stopSignal: 'SIGTERM',
    stopWithinMs: 15_000,
    readyWithinMs: 60_000,
    isReady: () => isReadyAt(`http://127.0.0.1:${env.MANAGEMENT_PORT}/readyz`),
  };
}

async function isReadyAt(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
