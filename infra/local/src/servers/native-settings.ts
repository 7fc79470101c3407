import type { ServerPorts } from '../ports/server-ports.ts';

/** Where native servers keep data and logs, and listen. */
export type NativeSettings = {
  dir: string;
  ports: ServerPorts;
  /** Where the product finds them instead, when something stands between. */
  seenAt?: ServerPorts | undefined;
  /** False for data that is thrown away: speed before safety. */
  durable: boolean;
};

/** For a server of ours that does not come up; the variable names one of somebody's own. */
export const remedyOf = (variable: string) =>
  `If its data is damaged, \`make reset\` begins with none; or name a server of yours in ${variable}.`;

export const logOf = ({ dir }: { dir: string }, name: string) => `${dir}/log/${name}.log`;
