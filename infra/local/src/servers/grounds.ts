import type { ServerPorts } from '../ports/server-ports.ts';

/** Where native servers keep data and logs, and listen. */
export type Grounds = {
  dir: string;
  ports: ServerPorts;
  /** False for data that is thrown away: speed before safety. */
  durable: boolean;
};

export const logOf = ({ dir }: { dir: string }, name: string) => `${dir}/log/${name}.log`;
