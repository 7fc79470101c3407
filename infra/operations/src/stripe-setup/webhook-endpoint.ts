import { paymentKeyNames, setupMark } from '@closingwire/contracts/payment-provider';
import type { Stripe } from 'stripe';
import type { OpenMode } from '../open-stripe.ts';
import {
  endpointElsewhere,
  listEndpoints,
  otherVersionOf,
  ownEndpoint,
  secretOf,
  secretStateOf,
} from './own-endpoint.ts';
import { apiVersion, differences, digestKey, digestOf, wantedEndpoint, webhookUrl } from './wanted.ts';

/** The outcome for one object at Stripe. The operator has to resolve a problem. */
export type Outcome = {
  state: 'created' | 'updated' | 'unchanged' | 'problem';
  detail: string;
  /** The mode's other objects wait until the problem is resolved. */
  endsMode?: true;
};

/** The known signing secrets, and the store for a new one. */
export type SecretSettings = {
  known: readonly string[];
  ofMode(mode: OpenMode['mode']): readonly string[];
  /** Stores a secret in place of `former`; returns a sentence with its place. */
  store(mode: OpenMode['mode'], secret: string, former: string | undefined): Promise<string>;
};

type Endpoint = Stripe.WebhookEndpoint;

/**
 * Creates an endpoint and stores its secret. If it is killed in between, the next run finds an endpoint without a
 * known secret and offers `--roll`.
 */
async function create(
  { client, mode }: OpenMode,
  publicUrl: string,
  settings: SecretSettings,
  former?: string,
): Promise<{ id: string; storedIn: string }> {
  const created = await client.webhookEndpoints.create({
    ...wantedEndpoint(publicUrl),
    api_version: apiVersion,
    metadata: { [setupMark]: 'webhook' },
  });
  const { id, secret } = created;
  if (secret === undefined) throw new Error(`expected the secret of ${id} in Stripe's reply, got none`);
  const storedIn = await settings.store(mode, secret, former);
  await client.webhookEndpoints.update(id, { metadata: { [digestKey]: digestOf(secret) } });
  return { id, storedIn };
}

/** Replaces an endpoint. It deletes the old one last, so that every event has an endpoint. */
async function roll(
  open: OpenMode,
  publicUrl: string,
  settings: SecretSettings,
  { own, endpoints }: { own: Endpoint | undefined; endpoints: readonly Endpoint[] },
): Promise<Outcome> {
  const url = webhookUrl(publicUrl);
  const { id, storedIn } = await create(open, publicUrl, settings, own && secretOf(own, settings.known));
  const old = new Set([own, ...endpoints.filter(endpoint => endpoint.url === url)]);
  for (const endpoint of old) if (endpoint) await open.client.webhookEndpoints.del(endpoint.id);
  return { state: 'created', detail: `${url} (${id}) in the place of the old one; ${storedIn}` };
}

async function update({ client }: OpenMode, publicUrl: string, own: Endpoint): Promise<string[]> {
  const wanted = wantedEndpoint(publicUrl);
  const changed = differences({ ...wanted, status: 'enabled' }, own);
  if (changed.length > 0) await client.webhookEndpoints.update(own.id, { ...wanted, disabled: false });
  return changed;
}

/**
 * Other endpoints at the address send every event again with another secret. This deletes an endpoint left by a killed
 * `--roll`; the operator deletes one made by hand.
 */
async function deleteLeftovers(
  { client }: OpenMode,
  own: Endpoint,
  { url, endpoints }: { url: string; endpoints: readonly Endpoint[] },
): Promise<{ deleted: string[]; notes: string[] }> {
  const others = endpoints.filter(other => other.id !== own.id && other.url === url);
  const ours = others.filter(({ metadata }) => metadata[setupMark] !== undefined);
  for (const { id } of ours) await client.webhookEndpoints.del(id);
  const foreign = others.filter(other => !ours.includes(other)).map(({ id }) => id);
  return {
    deleted: ours.map(({ id }) => id),
    notes: foreign.map(id => `${id} sends to the same address: delete it`),
  };
}

/** Settings copied from another installation would otherwise take that installation's endpoint. */
function conflict({ mode }: OpenMode, { id, url }: Endpoint): Outcome {
  const name = paymentKeyNames[mode].webhookSecret;
  const moved = `if this installation has moved, run the command again with --moved-from ${new URL(url).origin}`;
  const copied = `if it is another one, remove that secret from ${name}`;
  return {
    state: 'problem',
    detail: `${id} at ${url} has the signing secret of these settings; ${moved}; ${copied}, and run it again`,
    endsMode: true,
  };
}

const missingSecret = (mode: OpenMode['mode'], { id, url }: Endpoint) =>
  `${id} at ${url}: its signing secret is not in ${paymentKeyNames[mode].webhookSecret}, and Stripe shows it only once; set it, or run the command again with --roll, which replaces the endpoint`;

/** Notes on an endpoint that works or may work. */
function notesOn(own: Endpoint, endpoints: readonly Endpoint[], settings: SecretSettings, open: OpenMode) {
  const version = otherVersionOf(own);
  const isUnknown = secretStateOf(own, endpoints, settings.ofMode(open.mode)) === 'unknown';
  const byHand = `it was made by hand, so that its signing secret cannot be compared with ${paymentKeyNames[open.mode].webhookSecret}: if Stripe shows failed deliveries, --roll replaces it`;
  const otherVersion = `it sends API version ${version}, and ${apiVersion} is read: --roll replaces it`;
  return [...(isUnknown ? [byHand] : []), ...(version ? [otherVersion] : [])];
}

/** `movedFrom`: the former PUBLIC_URL, whose objects are adopted. */
export type SetupRequest = {
  publicUrl: string;
  movedFrom?: string | undefined;
  isRoll?: boolean | undefined;
};

/** Creates or updates the endpoint for Stripe's events; `isRoll` replaces it to get a new secret. */
export async function setUpEndpoint(
  open: OpenMode,
  { publicUrl, movedFrom, isRoll }: SetupRequest,
  settings: SecretSettings,
): Promise<Outcome> {
  const endpoints = await listEndpoints(open.client);
  const url = webhookUrl(publicUrl);
  const former = movedFrom ? ownEndpoint(endpoints, webhookUrl(movedFrom), settings.known) : undefined;
  const own = ownEndpoint(endpoints, url, settings.known) ?? former;
  const elsewhere = endpointElsewhere(endpoints, settings.known);
  if (!own && elsewhere) return conflict(open, elsewhere);
  if (isRoll) return roll(open, publicUrl, settings, { own, endpoints });
  if (!own) {
    const { id, storedIn } = await create(open, publicUrl, settings);
    return { state: 'created', detail: `${url} (${id}); ${storedIn}` };
  }
  const changed = await update(open, publicUrl, own);
  if (secretStateOf(own, endpoints, settings.ofMode(open.mode)) === 'missing')
    return { state: 'problem', detail: missingSecret(open.mode, own) };
  const { deleted, notes } = await deleteLeftovers(open, own, { url, endpoints });
  const more = [...notesOn(own, endpoints, settings, open), ...notes].map(note => `; ${note}`).join('');
  const changes = [...changed, ...deleted.map(id => `leftover ${id}`)];
  if (changes.length === 0) return { state: 'unchanged', detail: `${url} (${own.id})${more}` };
  return { state: 'updated', detail: `${changes.join(', ')} of ${url} (${own.id})${more}` };
}
