import { paymentKeyNames, setupMark } from '@closingwire/contracts/payment-provider';
import type { Stripe } from 'stripe';
import type { OpenMode } from '../open-stripe.ts';
import { apiVersion, differences, digestKey, digestOf, wantedEndpoint } from './wanted.ts';

/** The outcome for one thing at Stripe. The operator must resolve a problem; the command cannot. */
export type Outcome = { state: 'created' | 'updated' | 'unchanged' | 'problem'; detail: string };

/** The signing secrets that are set, and where a new one goes. */
export type SecretSettings = {
  known: readonly string[];
  /** Stores a secret in the place of `former`, and returns a sentence that shows where it is. */
  store(mode: OpenMode['mode'], secret: string, former: string | undefined): Promise<string>;
};

type Endpoint = Stripe.WebhookEndpoint;

export const listEndpoints = (client: Stripe): Promise<Endpoint[]> =>
  client.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });

const secretOf = ({ metadata }: Endpoint, known: readonly string[]) =>
  known.find(secret => digestOf(secret) === metadata[digestKey]);

/**
 * The endpoint of this installation: the one whose secret is in the settings, also after the address has changed; otherwise
 * the one at the address. Other endpoints may be of other installations on the same Stripe account.
 */
export function ownEndpoint(
  endpoints: readonly Endpoint[],
  url: string,
  known: readonly string[],
): Endpoint | undefined {
  const atUrl = endpoints.filter(endpoint => endpoint.url === url);
  return (
    atUrl.find(endpoint => secretOf(endpoint, known)) ??
    endpoints.find(endpoint => secretOf(endpoint, known)) ??
    atUrl[0]
  );
}

/** Whether the settings have the endpoint's secret; `unknown` for an endpoint that was made by hand. */
export function secretStateOf(endpoint: Endpoint, known: readonly string[]): 'set' | 'missing' | 'unknown' {
  if (secretOf(endpoint, known)) return 'set';
  return endpoint.metadata[setupMark] === undefined && known.length > 0 ? 'unknown' : 'missing';
}

/** A new endpoint whose secret is stored. Killed in between, the next run finds it without a known secret and offers `--roll`. */
async function create(
  { client, mode }: OpenMode,
  publicUrl: string,
  settings: SecretSettings,
  former?: string,
): Promise<{ id: string; place: string }> {
  const created = await client.webhookEndpoints.create({
    ...wantedEndpoint(publicUrl),
    api_version: apiVersion,
    metadata: { [setupMark]: 'webhook' },
  });
  const { id, secret } = created;
  if (secret === undefined) throw new Error(`expected the secret of ${id} in Stripe's reply, got none`);
  const place = await settings.store(mode, secret, former);
  await client.webhookEndpoints.update(id, { metadata: { [digestKey]: digestOf(secret) } });
  return { id, place };
}

/** Replaces an endpoint. The old one goes last, so that no event is without an endpoint. */
async function roll(
  open: OpenMode,
  publicUrl: string,
  settings: SecretSettings,
  endpoints: readonly Endpoint[],
): Promise<Outcome> {
  const { url } = wantedEndpoint(publicUrl);
  const own = ownEndpoint(endpoints, url, settings.known);
  const { id, place } = await create(open, publicUrl, settings, own && secretOf(own, settings.known));
  const old = new Set([own, ...endpoints.filter(endpoint => endpoint.url === url)]);
  for (const endpoint of old) if (endpoint) await open.client.webhookEndpoints.del(endpoint.id);
  return { state: 'created', detail: `${url} (${id}) in the place of the old one; ${place}` };
}

async function update({ client }: OpenMode, publicUrl: string, own: Endpoint): Promise<string[]> {
  const wanted = wantedEndpoint(publicUrl);
  const changed = differences({ ...wanted, status: 'enabled' }, own);
  if (changed.length > 0) await client.webhookEndpoints.update(own.id, { ...wanted, disabled: false });
  return changed;
}

/**
 * Other endpoints at the same address send every event again, with another secret. A killed `--roll` leaves one of ours, which
 * is deleted; one that was made by hand is the operator's to delete.
 */
async function deleteLeftovers(
  { client }: OpenMode,
  own: Endpoint,
  endpoints: readonly Endpoint[],
): Promise<{ deleted: string[]; note: string }> {
  const others = endpoints.filter(({ id, url }) => id !== own.id && url === own.url);
  const ours = others.filter(({ metadata }) => metadata[setupMark] !== undefined);
  for (const { id } of ours) await client.webhookEndpoints.del(id);
  const foreign = others.filter(other => !ours.includes(other)).map(({ id }) => id);
  const note = foreign.length > 0 ? `; ${foreign.join(', ')} sends to the same address: delete it` : '';
  return { deleted: ours.map(({ id }) => id), note };
}

/** Creates or updates the endpoint that sends Stripe's events to billing; `isRoll` replaces it to get a new secret. */
export async function setUpEndpoint(
  open: OpenMode,
  publicUrl: string,
  settings: SecretSettings,
  isRoll: boolean,
): Promise<Outcome> {
  const endpoints = await listEndpoints(open.client);
  if (isRoll) return roll(open, publicUrl, settings, endpoints);
  const { url } = wantedEndpoint(publicUrl);
  const own = ownEndpoint(endpoints, url, settings.known);
  if (!own) {
    const { id, place } = await create(open, publicUrl, settings);
    return { state: 'created', detail: `${url} (${id}); ${place}` };
  }
  const changed = await update(open, publicUrl, own);
  if (secretStateOf(own, settings.known) === 'missing') {
    const name = paymentKeyNames[open.mode].webhookSecret;
    const detail = `its signing secret is not in ${name}, and Stripe shows it only once; set it, or run the command again with --roll, which replaces the endpoint`;
    return { state: 'problem', detail: `${own.id} at ${url}: ${detail}` };
  }
  const { deleted, note } = await deleteLeftovers(open, own, endpoints);
  const notes = `${versionNote(own)}${note}`;
  const changes = [...changed, ...deleted.map(id => `leftover ${id}`)];
  if (changes.length === 0) return { state: 'unchanged', detail: `${url} (${own.id})${notes}` };
  return { state: 'updated', detail: `${changes.join(', ')} of ${url} (${own.id})${notes}` };
}

/** Stripe does not change the version of an endpoint. An endpoint made by hand has the account's. */
const versionNote = ({ api_version: version }: Endpoint): string =>
  version === null || version === apiVersion
    ? ''
    : `; it sends API version ${version}, and ${apiVersion} is read: --roll replaces it`;
