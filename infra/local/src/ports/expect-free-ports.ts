import { createServer } from 'node:net';
import { describePortOwner, portOwner } from '@closingwire/operations/port-owner';
import { PlatformError } from '../terminal.ts';

export type WantedPort = { what: string; variable: string; port: number };

/** Throws a sentence per occupied port: which process holds it and which variable changes it. */
export async function expectFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  const refusals = await Promise.all(wanted.map(refusalOf));
  const sentences = refusals.filter(sentence => sentence !== undefined);
  if (sentences.length > 0) throw new PlatformError(sentences.join('\n'));
}

/** Throws if two of these processes or servers have the same port. */
export function expectDistinctPorts(wanted: readonly Omit<WantedPort, 'what'>[]): void {
  for (const [index, { variable, port }] of wanted.entries()) {
    const other = wanted.slice(index + 1).find(candidate => candidate.port === port);
    if (other === undefined) continue;
    throw new PlatformError(
      `${variable} and ${other.variable} are both ${port}. Give each a port of its own.`,
    );
  }
}

async function refusalOf({ what, variable, port }: WantedPort): Promise<string | undefined> {
  const code = await tryToListen(port);
  if (code === undefined) return undefined;
  const elsewhere = port + 1_000 < 65_536 ? port + 1_000 : port - 1_000;
  const move = `Free it, or move ${what} with ${variable}, e.g. ${variable}=${elsewhere}.`;
  if (code !== 'EADDRINUSE') return `Port ${port} of ${what} cannot be opened (${code}). ${move}`;
  return `Port ${port} of ${what} is taken by ${describePortOwner(portOwner(port))}. ${move}`;
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}
