import { id as idSchema } from '@closingwire/contracts/primitive';
import { describe, expect, test } from 'vitest';
import { agentOf } from '../../test/agent-of.ts';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { idsOf, mergeLeads } from './merge.ts';
import { type Received, saleIdOf, salesOf } from './sales.ts';

const lead = (changes: FlatLead = {}) =>
  readFlat({
    fullName: 'Ada Example',
    licenseNumber: 'WA-1',
    address1: '1 Elm St',
    city: 'Kent',
    state: 'WA',
    zip: '98030',
    price: 100_000,
    soldDate: '2026-03-09',
    mlsId: '77',
    ...changes,
  });

const at = (second: number, ...rows: ReturnType<typeof lead>[]) => ({
  receivedAt: new Date(Date.UTC(2026, 2, 10, 12, 0, second)),
  rows,
});
const mergeAll = (received: Received[]) => mergeLeads(received, { agentOf, saleOf: salesOf(received).of });
const merge = (...rows: ReturnType<typeof lead>[]) => mergeAll([at(0, ...rows)]);

describe('rows of one load', () => {
  test('name each agent and closing once', () => {
    const merged = merge(lead(), lead(), lead({ mlsId: '78' }));
    expect([merged.agents.length, merged.closings.length]).toEqual([1, 2]);
  });

  test('let the later row win', () => {
    const { agents, closings } = merge(
      lead({ mobile: '206 555 0101' }),
      lead({ mobile: '206 555 0102', price: 90_000 }),
    );
    expect(agents[0]?.lead).toMatchObject({ mobile: '(206) 555-0102' });
    expect(closings[0]?.lead.property).toMatchObject({ price: 90_000 });
  });

  test('keep a price that a later row does not disclose', () => {
    const { closings } = merge(lead({ price: 90_000 }), lead({ price: 0 }));
    expect(closings[0]?.lead.property.price).toBe(90_000);
  });

  test('keep what a later row leaves blank', () => {
    const { agents, closings } = merge(lead({ email: 'ada@example.com', beds: 3 }), lead());
    expect(agents[0]?.lead).toMatchObject({ email: 'ada@example.com' });
    expect(closings[0]?.lead.property).toMatchObject({ beds: 3 });
  });
});

test('later rows win in any order', () => {
  const received = [at(2, lead({ price: 90_000 })), at(1, lead({ price: 80_000, beds: 3 }))];
  const { agents, closings } = mergeAll(received);
  expect(closings[0]).toMatchObject({
    receivedAt: at(2).receivedAt,
    lead: { property: { price: 90_000, beds: 3 } },
  });
  expect(agents[0]?.receivedAt).toEqual(at(2).receivedAt);
});

const row: FlatLead = {
  fullName: 'Ada Example',
  agentRole: 'Listing Agent',
  licenseNumber: 'WA-1',
  email: 'ada@example.com',
  brokerageName: 'Example Homes',
  address1: '1 Elm St',
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  price: 1_000,
  soldDate: '2026-03-09',
  mlsId: '77',
};
const ids = (changes: FlatLead = {}) => {
  const lead = readFlat({ ...row, ...changes });
  return idsOf(agentOf(lead), saleIdOf(lead), lead.agentRole ?? 'Agent');
};

describe('ids of a lead', () => {
  test('are the same for the same row', () => {
    expect(ids()).toEqual(ids());
    for (const id of Object.values(ids())) expect(idSchema.parse(id)).toBe(id);
  });

  test('separate two sales of one parcel', () => {
    expect(ids({ soldDate: '2026-01-09' }).saleId).not.toBe(ids().saleId);
    expect(ids({ price: 2_000 }).saleId).toBe(ids().saleId);
  });

  test('identify a sale without listing by its address', () => {
    expect(ids({ mlsId: '', address1: '1 ELM ST' }).saleId).toBe(ids({ mlsId: '' }).saleId);
    expect(ids({ mlsId: '', address2: 'Unit 2' }).saleId).not.toBe(ids({ mlsId: '' }).saleId);
  });

  test('separate both roles of one agent', () => {
    const buyer = ids({ agentRole: 'Buyer Agent' });
    expect(buyer.saleId).toBe(ids().saleId);
    expect(buyer.closingId).not.toBe(ids().closingId);
  });
});
