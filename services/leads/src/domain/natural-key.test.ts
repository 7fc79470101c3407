import { id as idSchema } from '@closingwire/contracts/primitive';
import { describe, expect, test } from 'vitest';
import { idsOf } from './natural-key.ts';
import type { RawLead } from './raw-lead.ts';
import { readLead } from './read-lead.ts';

const row: RawLead = {
  fullName: 'Ada Example',
  agentRole: 'Listing Agent',
  licenseNumber: 'WA-1',
  email: 'ada@example.com',
  brokerageName: 'Example Homes',
  address1: '1 Elm St',
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  price: 1,
  soldDate: '2026-03-09',
  mlsId: '77',
};
const ids = (changes: RawLead = {}) => idsOf(readLead({ ...row, ...changes }, '2026-03-10'));

describe('ids of a lead', () => {
  test('are the same for the same row', () => {
    expect(ids()).toEqual(ids());
    for (const id of Object.values(ids())) expect(idSchema.parse(id)).toBe(id);
  });

  test('know an agent by the licence first', () => {
    expect(ids({ email: 'other@example.com', fullName: 'A. Example' }).agentId).toBe(ids().agentId);
    expect(ids({ licenseNumber: 'WA-2' }).agentId).not.toBe(ids().agentId);
  });

  test('know an agent without licence by email', () => {
    const byMail = ids({ licenseNumber: '' });
    expect(ids({ licenseNumber: '', email: 'ADA@example.com', fullName: 'A. Example' }).agentId).toBe(
      byMail.agentId,
    );
  });

  test('know an agent without either by name and brokerage', () => {
    const bare = { licenseNumber: '', email: '' };
    expect(ids({ ...bare, mobile: '(206) 555-0192' }).agentId).toBe(ids(bare).agentId);
    expect(ids({ ...bare, brokerageName: 'Other Homes' }).agentId).not.toBe(ids(bare).agentId);
  });

  test('tell two sales of one parcel apart', () => {
    expect(ids({ soldDate: '2026-01-09' }).saleId).not.toBe(ids().saleId);
    expect(ids({ price: 2 }).saleId).toBe(ids().saleId);
  });

  test('know a sale without listing by its address', () => {
    expect(ids({ mlsId: '', address1: '1 ELM ST' }).saleId).toBe(ids({ mlsId: '' }).saleId);
    expect(ids({ mlsId: '', address2: 'Unit 2' }).saleId).not.toBe(ids({ mlsId: '' }).saleId);
  });

  test('tell both sides of one agent apart', () => {
    const buyer = ids({ agentRole: 'Buyer Agent' });
    expect(buyer.saleId).toBe(ids().saleId);
    expect(buyer.closingId).not.toBe(ids().closingId);
  });
});
