import type { ServerPorts } from '../ports/server-ports.ts';
import { withDatabase } from './databases.ts';
import type { ServerName } from './server.ts';
import type { Way } from './way.ts';

export type FoundServer = { name: ServerName; way: Way; address: string };

/** The servers a product runs on, wherever they run. */
export type Servers = {
  found: readonly FoundServer[];
  /** Of a user who may create databases. */
  postgresUrl(database: string): string;
  kafkaBrokers: string;
  mongoUrl(database: string): string;
  smtpUrl: string;
  /** The inbox to look into; undefined when mail goes to a server of somebody's own. */
  mailWebUrl: string | undefined;
};

export function foundServers(found: readonly FoundServer[], ports: ServerPorts): Servers {
  const of = (name: ServerName) => {
    const server = found.find(one => one.name === name);
    if (server === undefined) throw new Error(`expected to have found ${name}`);
    return server;
  };
  return {
    found,
    postgresUrl: database => withDatabase(of('postgres').address, database),
    kafkaBrokers: of('kafka').address,
    mongoUrl: database => withDatabase(of('mongo').address, database),
    smtpUrl: of('mail').address,
    mailWebUrl: of('mail').way === 'environment' ? undefined : `http://127.0.0.1:${ports.mailWeb}`,
  };
}
