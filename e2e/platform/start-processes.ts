import { randomBytes } from 'node:crypto';
import { localSecrets } from '@closingwire/local/product/secrets';
import { type ProductOptions, startProduct } from '@closingwire/local/product/start-product';
import { freeProcessPorts } from '@closingwire/local/product/wiring';
import type { Supervisor } from '@closingwire/local/supervisor/supervisor';
import type { WholeAddresses } from './whole-addresses.ts';

/** All test users share one address and act within minutes, so the rate limits are high. */
const roomForAll = Object.fromEntries(
  [
    'REQUESTS_PER_NETWORK',
    'SIGN_IN_REQUESTS_PER_NETWORK',
    'SIGN_IN_TRIES_PER_ADDRESS',
    'SIGN_UP_REQUESTS_PER_NETWORK',
    'SIGN_UPS_PER_ADDRESS',
    'RECOVERIES_PER_ACCOUNT',
    'RECOVERY_REQUESTS_PER_NETWORK',
    'RECOVERIES_PER_ADDRESS',
    'VERIFY_TRIES_PER_ADDRESS',
    'CONTACT_REQUESTS_PER_NETWORK',
    'EXPORTS_PER_ACCOUNT',
    'OUTCOMES_PER_ACCOUNT',
    'OPT_OUT_MAILS_PER_HOUR',
    'OPT_OUT_MAILS_PER_NETWORK',
    'PARTNER_CALLS_PER_KEY',
  ].map(name => [name, '100000']),
);

type Options = Omit<ProductOptions, 'ports' | 'instances'> & {
  /** Addresses of the processes, and the ports on which their instances listen; by default free ports. */
  processPorts?: Pick<ProductOptions, 'ports' | 'instances'>;
};

/** Starts the product's processes on running servers; returns their addresses. */
export async function startProcesses(
  supervisor: Supervisor,
  { servers, env, processPorts, ...options }: Options,
): Promise<WholeAddresses> {
  const { dir } = supervisor;
  const operatorSecret = randomBytes(24).toString('hex');
  const product = await startProduct(supervisor, {
    ...options,
    servers,
    ...(processPorts ?? { ports: await freeProcessPorts() }),
    env: { ...roomForAll, JWT_SECRET: operatorSecret, ...env },
  });
  const { serviceSecret, ingestionKey } = await localSecrets(dir);
  return {
    dir,
    url: product.url,
    processes: Object.fromEntries(product.processes.map(({ name, url }) => [name, url])),
    postgresUrl: servers.postgresUrl(''),
    mongoUrl: servers.mongoUrl(''),
    kafkaBrokers: servers.kafkaBrokers,
    smtpUrl: servers.smtpUrl,
    mailApiUrl: servers.mailWebUrl ?? '',
    serviceSecret,
    ingestionKey,
    operatorSecret,
  };
}
