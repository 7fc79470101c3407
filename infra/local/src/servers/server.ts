import type { ServerPorts } from '../ports/server-ports.ts';
import type { Program } from '../supervisor/program.ts';
import type { Tool } from '../system-packages.ts';
import { kafkaNeeds, kafkaProgram } from './kafka.ts';
import { mailProgram } from './mail.ts';
import { mongoNeeds, mongoProgram } from './mongo.ts';
import type { NativeSettings } from './native-settings.ts';
import { postgresProgram, postgresUrlAt } from './postgres.ts';

export type ServerName = 'postgres' | 'kafka' | 'mongo' | 'mail';

export type Server = {
  name: ServerName;
  /** The variable with the address of the operator's own server. */
  variable: 'POSTGRES_URL' | 'KAFKA_BROKERS' | 'MONGODB_URL' | 'SMTP_URL';
  /** The ports on which it listens on this machine, natively or in a container. */
  listens: readonly (keyof ServerPorts)[];
  address: (ports: ServerPorts) => string;
  /** Tools that a native start needs. */
  needs: () => Promise<Tool[]>;
  program: (settings: NativeSettings) => Promise<Program>;
};

export const servers: readonly Server[] = [
  {
    name: 'postgres',
    variable: 'POSTGRES_URL',
    listens: ['postgres'],
    address: ports => postgresUrlAt(ports.postgres),
    needs: async () => [],
    program: postgresProgram,
  },
  {
    name: 'kafka',
    variable: 'KAFKA_BROKERS',
    listens: ['kafka', 'kafkaController'],
    address: ports => `127.0.0.1:${ports.kafka}`,
    needs: kafkaNeeds,
    program: kafkaProgram,
  },
  {
    name: 'mongo',
    variable: 'MONGODB_URL',
    listens: ['mongo'],
    // The server reports itself as a replica set of one. A client that follows that address would bypass a proxy.
    address: ports => `mongodb://127.0.0.1:${ports.mongo}/?directConnection=true`,
    needs: mongoNeeds,
    program: mongoProgram,
  },
  {
    name: 'mail',
    variable: 'SMTP_URL',
    listens: ['smtp', 'mailWeb'],
    address: ports => `smtp://127.0.0.1:${ports.smtp}`,
    needs: async () => [],
    program: mailProgram,
  },
];
