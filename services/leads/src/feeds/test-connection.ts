import type { FeedTest } from '@closingwire/contracts/sources';
import { listingIn } from './changes.ts';
import { FeedError } from './feed-error.ts';
import { selectableOf } from './metadata.ts';
import { openService, type PullDeps, pullsAfter } from './pull.ts';
import { ofSystem, pathOf, selectOf } from './query.ts';
import { neededFields, resourceNames, usedFields } from './reso-fields.ts';
import type { FeedRow } from './store.ts';

const failed = (message: string, status: number | null): FeedTest => ({
  isConnected: false,
  message,
  fault: { status, message },
  found: null,
});

const listed = (values: readonly string[]) => values.join(', ');

/** Connects to the server of a feed, and asks for the first closing that a pull would take. */
async function connect(
  deps: Omit<PullDeps, 'bus' | 'cache'>,
  feed: FeedRow,
  signal: AbortSignal,
): Promise<FeedTest> {
  const service = await openService(deps, feed, signal);
  const path = pathOf('Property', {
    filter: [
      "StandardStatus eq 'Closed'",
      `ModificationTimestamp gt ${pullsAfter(feed)}`,
      ...ofSystem(service),
    ],
    select: selectOf(service, 'Property'),
    orderBy: 'ModificationTimestamp,ListingKey',
    top: 1,
  });
  const { rows } = await service.page(path);
  const first = rows[0] && listingIn(rows[0]);
  const described = resourceNames.filter(name => selectableOf(service.metadata, name));
  const lacking = described.flatMap(name =>
    neededFields[name]
      .filter(field => !service.metadata.get(name)?.has(field))
      .map(field => `${name}.${field}`),
  );
  if (lacking.length > 0) return failed(`Connected, but the server has no ${listed(lacking)}`, null);
  return {
    isConnected: true,
    message: first
      ? 'Connected; the next pull takes closings'
      : 'Connected; there is no closing that the next pull would take',
    fault: null,
    found: {
      resources: [...described],
      missingFields: described.flatMap(name =>
        usedFields[name]
          .filter(field => !service.metadata.get(name)?.has(field))
          .map(field => `${name}.${field}`),
      ),
      saysWithdrawn: service.metadata.get('Property')?.has('MlgCanView') ?? false,
      oldestModifiedAt: first?.modifiedAt ?? null,
    },
  };
}

const LONGEST_MS = 25_000;

/** Tests the connection of a feed. A refusal is a result, not an error. */
export async function testConnection(
  deps: Omit<PullDeps, 'bus' | 'cache'>,
  feed: FeedRow,
): Promise<FeedTest> {
  try {
    return await connect(deps, feed, AbortSignal.timeout(LONGEST_MS));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return failed(error.message, error.status);
  }
}
