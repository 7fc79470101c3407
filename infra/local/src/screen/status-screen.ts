import colours from 'picocolors';
import type { Servers } from '../servers/start-servers.ts';

export type Status = {
  url: string;
  seconds: number;
  servers: Servers;
  processes: readonly { name: string; url: string }[];
  demo: boolean;
  logFolder: string;
  /** Set if Prometheus runs. */
  prometheusUrl?: string | undefined;
};

const sources = {
  environment: 'yours, by environment',
  container: 'container',
  native: 'native process',
};

/** Returns the screen at the end of a start: URLs, servers, accounts, and how to stop. */
export function statusScreen({
  url,
  seconds,
  servers,
  processes,
  demo,
  logFolder,
  prometheusUrl,
}: Status): string {
  const title = (text: string) => colours.bold(text);
  return [
    '',
    `${title('ClosingWire')} is ready at ${colours.underline(url)}  ${colours.dim(`after ${seconds.toFixed(1)} s`)}`,
    '',
    ...table(
      servers.found.map(({ name, source, address }) => [name, sources[source], withoutPassword(address)]),
    ),
    ...(servers.postgresStandbyUrl
      ? table([['standby', 'lists are read there', withoutPassword(servers.postgresStandbyUrl('postgres'))]])
      : []),
    ...(prometheusUrl ? table([['prometheus', 'metrics and alerts', prometheusUrl]]) : []),
    ...(servers.mailWebUrl ? table([['inbox', 'every mail sent', servers.mailWebUrl]]) : []),
    '',
    ...table(processes.map(({ name, url: at }) => [name, at])),
    '',
    ...(demo ? demoAccounts : []),
    `  Logs: ${logFolder}/<name>.log   API: ${url}/api/docs`,
    `  Stop: Ctrl-C here, or \`make stop\`. Start over with nothing: \`make reset\`.`,
    '',
  ].join('\n');
}

const demoAccounts = [
  '  Sign in as subscriber@demo.closingwire.test or admin@demo.closingwire.test,',
  '  password closingwire-demo.',
];

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = [15, 22];
  return rows.map(row => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('')}`);
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/([^:@/]+):[^@/]*@/, '//$1@');
}
