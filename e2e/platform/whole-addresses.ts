import { z } from 'zod';

const schema = z.object({
  /** The folder of the run: data, logs, and which process has which pid. */
  dir: z.string(),
  /** The public address of the product. */
  url: z.url(),
  /** Each process's own address. */
  processes: z.record(z.string(), z.string()),
  postgresUrl: z.string(),
  mongoUrl: z.string(),
  kafkaBrokers: z.string(),
  smtpUrl: z.string(),
  mailApiUrl: z.string(),
  serviceSecret: z.string(),
  ingestionKey: z.string(),
  /** Signs tokens of a service role, which the auth service's wire protocol takes. */
  operatorSecret: z.string(),
  /** Where the spans of each trace that was sent are read. */
  tracesUrl: z.url().optional(),
});

/** Where everything of a running whole is found. */
export type WholeAddresses = z.output<typeof schema>;

const variable = 'WHOLE_ADDRESSES';

export const isWholeRunning = () => process.env[variable] !== undefined;

/** Makes a running whole known to test processes, which inherit the environment. */
export function publishWhole(addresses: WholeAddresses): void {
  process.env[variable] = JSON.stringify(addresses);
}

/** The whole that the test run has started. */
export function theWhole(): WholeAddresses {
  const published = process.env[variable];
  if (published === undefined) throw new Error('No whole is running: start journeys with `make test`');
  return schema.parse(JSON.parse(published));
}
