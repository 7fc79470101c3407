import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { backoffMs } from '@closingwire/chassis/retry';
import { evidenceKinds } from '@closingwire/contracts/contacts';
import { FeedError } from '../feeds/feed-error.ts';
import { storeEvidence } from './evidence.ts';
import { failuresOf, mayCall, reserveContacts, storeFault, storeSuccess } from './provider-state.ts';
import { askProvider, CONTACTS_AT_ONCE, type Provider, type providersOf } from './providers.ts';
import { dueContacts } from './shown-contacts.ts';

type Deps = {
  pg: Pg;
  clock: Clock;
  log: Log;
  providers: ReturnType<typeof providersOf>;
  signal: AbortSignal;
};

/** The time of one run. The next one goes on. */
const MOST_MS = 4 * 60_000;
/** The pause between two calls to a provider. */
const PAUSE_MS = 1_000;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Stores why a call failed, and when the next one may follow. */
async function storeFailure({ pg, clock, log }: Deps, { kind }: Provider, error: unknown): Promise<void> {
  const fault = error instanceof FeedError ? error : undefined;
  log.warn({ err: error, kind }, 'contacts not verified, a later run will retry');
  const waitMs =
    fault?.kind === 'limited' && fault.waitMs > 0
      ? fault.waitMs
      : backoffMs(await failuresOf(pg, kind), FIRST_WAIT_MS, LONGEST_WAIT_MS);
  const now = clock();
  const message = fault?.message ?? 'The call failed; see the log';
  await storeFault(pg, kind, { message, resumesAt: new Date(now.getTime() + waitMs) }, now);
}

/** Sends one batch of due contacts. Returns false if there is none, or none may be sent now. */
async function verifySome(deps: Deps, provider: Provider): Promise<boolean> {
  const { pg, clock, signal } = deps;
  const { kind, url } = provider;
  if (!(await mayCall(pg, kind, clock()))) return false;
  const due = await dueContacts(pg, kind, clock(), CONTACTS_AT_ONCE);
  const allowed = due.length === 0 ? 0 : await reserveContacts(pg, provider, due.length, clock());
  if (allowed === 0) return false;
  try {
    const evidence = await askProvider(provider, due.slice(0, allowed), signal);
    await pg.transaction(async tx => {
      const now = clock();
      await storeEvidence(tx, { about: kind, provider: new URL(url).host, now }, evidence);
      await storeSuccess(tx, kind, now);
    });
    return true;
  } catch (error) {
    if (!signal.aborted) await storeFailure(deps, provider, error);
    return false;
  }
}

/**
 * Asks the configured providers about contacts of subscribed ZIPs that have no valid result. A killed run loses the
 * results of one call, which are asked for again.
 */
export async function verifyContacts(deps: Deps): Promise<void> {
  const { providers, signal } = deps;
  for (const kind of evidenceKinds) {
    const provider = providers[kind];
    const end = performance.now() + MOST_MS / evidenceKinds.length;
    while (provider && !signal.aborted && performance.now() < end) {
      if (!(await verifySome(deps, provider))) break;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}
