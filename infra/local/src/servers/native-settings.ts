import type { ServerPorts } from '../ports/server-ports.ts';

/** Folder and ports of native servers. */
export type NativeSettings = {
  dir: string;
  ports: ServerPorts;
  /** The ports of a proxy in front of the servers; the product uses them instead. */
  seenAt?: ServerPorts | undefined;
  /** False permits losing data in a crash, for speed. */
  durable: boolean;
};

/** The remedy for a server that does not start; the variable names the operator's own server. */
export const remedyOf = (variable: string) =>
  `If its data is damaged, \`make reset\` begins with none; or name a server of yours in ${variable}.`;

export const logOf = ({ dir }: { dir: string }, name: string) => `${dir}/log/${name}.log`;
