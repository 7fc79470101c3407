import { toEnvelope } from '@closingwire/chassis/cloud-event';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { optOutDecided } from '@closingwire/contracts/leads';
import { expect, test } from 'vitest';
import { onOptOutDecided } from './opt-out.ts';

test('an outcome that cannot be mailed is logged', async () => {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: line => void lines.push(line) });
  const at = '2026-03-04T08:00:00Z';
  const decision = { mailId: newId(), version: 3, outcome: 'undone' as const, kinds: [] };
  const { key, headers, data } = toEnvelope(optOutDecided, { ...decision, confirmedAt: at, decidedAt: at });
  const wire = { key: Buffer.from(key), value: Buffer.from(JSON.stringify(data)), headers };
  const findsNothing = { maybe: async () => undefined, query: async () => [{ event_id: headers.ce_id }] };
  const pg = { transaction: (work: (tx: Tx) => Promise<void>) => work(findsNothing as unknown as Tx) } as Pg;
  const subscription = onOptOutDecided({ log, supportAddress: 'support@example.com' });
  const work = { pg, group: 'notifications', progress() {}, isOver: () => false };
  await subscription.handle(work, [{ ...wire, timestamp: '', attributes: 0, offset: '0' }]);
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { mailId: decision.mailId, outcome: 'undone', msg: expect.stringContaining('not mailed') },
  ]);
});
