import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Secrets, secretNames } from '@closingwire/topology';
import { z } from 'zod';

const secret = z.string().min(32);
const schema = z.object(Object.fromEntries(secretNames.map(name => [name, secret])));

/** Returns the secrets of a platform folder. It creates them once; only their owner can read them. */
export async function localSecrets(dir: string): Promise<Secrets> {
  const file = `${dir}/secrets.json`;
  const before: unknown = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const given = z.record(z.string(), z.string()).parse(before);
  const secrets = schema.parse({ ...newSecrets(), ...given }) as Secrets;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

function newSecrets(): Secrets {
  const hex = () => randomBytes(24).toString('hex');
  const webhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
  return {
    // Signs calls between services.
    serviceSecret: hex(),
    // The bearer for the ingestion API that `make ingest` and the sample lead source use.
    ingestionKey: `cwi_${hex()}`,
    // Signs the assignment webhook.
    webhookSecret: webhookSecret(),
    stripeSecretKey: `sk_test_${hex()}`,
    stripePublishableKey: `pk_test_${hex()}`,
    stripeWebhookSecret: webhookSecret(),
    stripeLiveSecretKey: `sk_live_${hex()}`,
    stripeLivePublishableKey: `pk_live_${hex()}`,
    stripeLiveWebhookSecret: webhookSecret(),
  };
}
