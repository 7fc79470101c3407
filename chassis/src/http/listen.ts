import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../process/app-error.ts';

export type Place = {
  name: string;
  host: string;
  /** 0 takes a free port; see `urlOf`. */
  port: number;
  /** The setting of the port. */
  variable: 'PORT' | 'MANAGEMENT_PORT';
};

/** Resolves when the server listens. Throws `unavailable` when it cannot. */
export async function listen(server: Server, { name, host, port, variable }: Place): Promise<void> {
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, () => listening.resolve());
  await listening.promise.catch(cause => {
    const text = `${name} cannot listen on ${host}:${port}; set ${variable} to a free one`;
    throw new AppError('unavailable', 'port_taken', text, { cause });
  });
}

/** Where the server is reached; before it listens, where it is meant to be. */
export function urlOf(server: Server, { host, port }: Place): string {
  const address = server.address() as AddressInfo | null;
  return `http://${host}:${address?.port ?? port}`;
}
