import { newId } from '@closingwire/chassis/ids';
import { aVisitor } from '../../platform/user.ts';
import { countIn } from '../look.ts';
import { untilReplied } from '../verdict.ts';
import type { Sent, Stage, Workload } from '../workload.ts';

const rowsPerBatch = 25;
const zips = ['98101', '98102', '98103', '98104', '98105', '98106'];

/** A source delivers leads, and repeats a batch until it gets a reply. */
export function deliveries({ whole, random }: Stage): Workload {
  const rows: Sent[] = [];
  const batches: Sent[] = [];
  const source = aVisitor(whole);
  const headers = {
    'content-type': 'application/x-ndjson',
    authorization: `Bearer ${whole.ingestionKey}`,
  };

  return {
    name: 'deliveries',
    pauseMs: 100,
    async step() {
      const keys = Array.from({ length: rowsPerBatch }, () => newId());
      const body = keys.map(key => JSON.stringify(someLead(key, random.pick(zips)))).join('\n');
      const outcome = await untilReplied(() => source.send('POST', '/api/v1/leads', body, headers));
      const { verdict } = outcome;
      rows.push(...keys.map(key => ({ key, verdict })));
      if (outcome.verdict !== 'accepted') return;
      const { batchId, accepted } = outcome.answer.json as { batchId: string; accepted: number };
      if (accepted !== rowsPerBatch) {
        throw new Error(`Expected ${rowsPerBatch} accepted rows, got ${outcome.answer.text}`);
      }
      batches.push({ key: batchId, verdict });
    },
    async observe() {
      const keys = rows.map(({ key }) => key);
      const count = (sql: string, wanted: string[]) => countIn(whole, 'leads', sql, wanted);
      return [
        {
          where: 'leads: closings',
          sent: rows,
          counts: await count('select mls_id as key from closings where mls_id = any($1)', keys),
        },
        {
          where: 'leads: batches done',
          sent: batches,
          counts: await count(
            "select id::text as key from batches where id::text = any($1) and state = 'done'",
            batches.map(({ key }) => key),
          ),
        },
      ];
    },
  };
}

function someLead(key: string, zip: string) {
  return {
    fullName: `Carl ${key.slice(-6)}`,
    agentRole: 'Listing Agent',
    licenseNumber: key,
    email: `carl-${key}@example.com`,
    city: 'Seattle',
    state: 'WA',
    property: {
      address1: `${key} Main St`,
      city: 'Seattle',
      state: 'WA',
      zip,
      price: 500_000,
      soldDate: new Date().toISOString().slice(0, 10),
      mlsId: key,
    },
  };
}
