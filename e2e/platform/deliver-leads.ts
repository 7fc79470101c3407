import { until } from '@closingwire/chassis/testing';
import { aVisitor, expectStatus } from './user.ts';
import type { WholeAddresses } from './whole-addresses.ts';

/** Delivers rows as a source does; resolves when all are in the lists. */
export async function deliverLeads(
  whole: Pick<WholeAddresses, 'url' | 'ingestionKey'>,
  rows: readonly object[],
): Promise<void> {
  const source = aVisitor(whole);
  const headers = {
    'content-type': 'application/x-ndjson',
    authorization: `Bearer ${whole.ingestionKey}`,
  };
  const body = rows.map(each => JSON.stringify(each)).join('\n');
  const { json } = await expectStatus(source.send('POST', '/api/v1/leads', body, headers), 200);
  const { batchId } = json as { batchId: string };
  const isDone = async () => {
    const batch = await source.send('GET', `/api/v1/leads/batches/${batchId}`, undefined, headers);
    return (batch.json as { state: string }).state === 'done';
  };
  await until(isDone, { everyMs: 100 });
}
