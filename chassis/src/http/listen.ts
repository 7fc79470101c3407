import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../process/app-error.ts';

export type Address = {
  name: string;
  host: string;
  /** 0 picks a free port; see `urlOf`. */
  port: number;
  /** The port's setting. */
  variable: 'PORT' | 'MANAGEMENT_PORT';
};

/** Resolves when the server listens; throws `unavailable` if the port is taken. */
export async function listen(server: Server, { name, host, port, variable }: Address): Promise<void> {
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, () => listening.resolve());
  await listening.promise.catch(cause => {
    const text = `${name} cannot listen on ${host}:${port}; set ${variable} to a free one`;
    throw new AppError('unavailable', 'port_taken', text, { cause });
  });
}

/** Returns the server's URL, with the actual port once it listens. */
export function urlOf(server: Server, { host, port }: Address): string {
  const bound = server.address() as AddressInfo | null;
  return `http://${host}:${bound?.port ?? port}`;
}
