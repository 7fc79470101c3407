import type { EvidenceKind, ProviderResult } from '@closingwire/contracts/contacts';
import { providerResults } from '@closingwire/contracts/contacts';
import { z } from 'zod';
import { exchange } from '../feeds/exchange.ts';
import { FeedError } from '../feeds/feed-error.ts';
import type { Evidence } from './evidence.ts';
import type { Contact } from './shown-contacts.ts';

/** A provider that an operator configured; docs/contact-providers.md is its contract. */
export type Provider = { kind: EvidenceKind; url: string; key: string; perDay: number };

export type ProviderConfig = {
  EMAIL_VERIFICATION_URL?: string | undefined;
  EMAIL_VERIFICATION_KEY?: string | undefined;
  EMAIL_VERIFICATIONS_PER_DAY: number;
  LINE_TYPE_URL?: string | undefined;
  LINE_TYPE_KEY?: string | undefined;
  LINE_TYPES_PER_DAY: number;
};

/** Returns both kinds of providers; one without an address or a key is undefined. */
export function providersOf(config: ProviderConfig): Record<EvidenceKind, Provider | undefined> {
  const { EMAIL_VERIFICATION_URL: emailUrl, EMAIL_VERIFICATION_KEY: emailKey } = config;
  const { LINE_TYPE_URL: lineUrl, LINE_TYPE_KEY: lineKey } = config;
  return {
    verification:
      emailUrl && emailKey
        ? { kind: 'verification', url: emailUrl, key: emailKey, perDay: config.EMAIL_VERIFICATIONS_PER_DAY }
        : undefined,
    'line-type':
      lineUrl && lineKey
        ? { kind: 'line-type', url: lineUrl, key: lineKey, perDay: config.LINE_TYPES_PER_DAY }
        : undefined,
  };
}

/** The most contacts in one call. */
export const CONTACTS_AT_ONCE = 100;
const TIMEOUT_MS = 30_000;

/** Writes a phone as E.164, such as +12065550142. */
const e164 = (phone: string) => {
  const digits = phone.replace(/\D/g, '');
  return phone.startsWith('+') ? `+${digits}` : `+1${digits.slice(-10)}`;
};

const reply = z.object({
  results: z.array(z.object({ id: z.string(), result: z.string() })).max(10 * CONTACTS_AT_ONCE),
});

const waitOf = (status: number, waitMs: number) =>
  new FeedError('limited', `The provider replied ${status}`, { status, waitMs });

/** Returns the results that a body has. Another word than those of the contract is `unknown`. */
function resultsIn(kind: EvidenceKind, text: string): Map<string, ProviderResult> {
  const known: readonly string[] = providerResults[kind];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new FeedError('refused', 'Expected JSON with `results`; got another text', { cause });
  }
  const parsed = reply.safeParse(body);
  if (!parsed.success) throw new FeedError('refused', 'Expected `results` with `id` and `result` each');
  return new Map(
    parsed.data.results.map(({ id, result }) => [
      id,
      known.includes(result) ? (result as ProviderResult) : 'unknown',
    ]),
  );
}

/**
 * Asks a provider about contacts. A contact without a result is `unknown`. Throws a FeedError: `limited` with a time to
 * wait, `refused` for another 4xx or a wrong body, `away` without a whole reply.
 */
export async function askProvider(
  { kind, url, key }: Provider,
  contacts: readonly Contact[],
  signal: AbortSignal,
): Promise<Evidence[]> {
  const asked = contacts.map(({ value }, at) => ({
    id: String(at + 1),
    value: kind === 'verification' ? value : e164(value),
  }));
  // The operator names the address in the settings, so it may be in a private network.
  const { status, retryAfterMs, text } = await exchange(
    {
      url,
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ kind, contacts: asked }),
    },
    { allowPrivate: true, timeoutMs: TIMEOUT_MS, signal },
  );
  if (status === 429 || (status === 503 && retryAfterMs > 0)) throw waitOf(status, retryAfterMs);
  if (status >= 500) throw new FeedError('away', `The provider replied ${status}`, { status });
  if (status !== 200)
    throw new FeedError('refused', `Expected 200 from the provider; got ${status}: ${text.slice(0, 200)}`, {
      status,
    });
  const results = resultsIn(kind, text);
  return contacts.map(({ hash }, at) => ({ hash, result: results.get(String(at + 1)) ?? 'unknown' }));
}
