import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { createLog } from '@closingwire/chassis/log';
import type { BatchTotals } from '@closingwire/contracts/ingestion';
import { leadsApi } from '@closingwire/contracts/leads';

/** The internal route of leads that billing calls, over the deliveries in `batches`. */
export function fakeLeads(serviceSecret: string) {
  const batches: BatchTotals[] = [];
  const faults = { isAway: false };
  const impl = implementer({ batchTotals: leadsApi.batchTotals });
  const part = httpPart({
    name: 'leads',
    port: 0,
    host: '127.0.0.1',
    log: createLog('fake leads', 'silent'),
    identity: openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret, name: 'leads' }),
    parts: [],
    router: impl.router({
      batchTotals: impl.batchTotals.handler(({ input: { after = '' } }) => {
        if (faults.isAway) throw new Error('leads fails');
        return batches.filter(({ batchId }) => batchId > after);
      }),
    }),
  });
  return { part, batches, faults };
}
