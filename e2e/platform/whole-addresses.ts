import { z } from 'zod';

const schema = z.object({
  /** The run's folder: data, logs, and the PIDs of processes. */
  dir: z.string(),
  url: z.url(),
  /** URL of each process. */
  processes: z.record(z.string(), z.string()),
  postgresUrl: z.string(),
  mongoUrl: z.string(),
  kafkaBrokers: z.string(),
  smtpUrl: z.string(),
  mailApiUrl: z.string(),
  serviceSecret: z.string(),
  ingestionKey: z.string(),
  /** Signs service role tokens for auth's wire protocol. */
  operatorSecret: z.string(),
  /** Returns the spans of a trace. */
  tracesUrl: z.url().optional(),
});

/** Addresses of a running product and its servers. */
export type WholeAddresses = z.output<typeof schema>;

const variable = 'WHOLE_ADDRESSES';

export const isWholeRunning = () => process.env[variable] !== undefined;

/** Publishes the addresses to test processes by the environment. */
export function publishWhole(addresses: WholeAddresses): void {
  process.env[variable] = JSON.stringify(addresses);
}

/** Returns the product that the test run started. */
export function theWhole(): WholeAddresses {
  const published = process.env[variable];
  if (published === undefined) throw new Error('No whole is running: start journeys with `make test`');
  return schema.parse(JSON.parse(published));
}
