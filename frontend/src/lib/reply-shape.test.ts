import { api } from '@closingwire/contracts/api';
import { describe, expect, it } from 'vitest';
import { shapesOf } from '../../vite/reply-shapes.ts';
import { fits, type ReplyShape } from './reply-shape.ts';

describe('a reply', () => {
  const page: ReplyShape = { agents: [{ id: 's', price: ['n', 'z'] }], total: 'n' };
  const row = { id: 'a', price: null };

  it.each([
    { agents: [], total: 0 },
    { agents: [row, { ...row, price: 5, more: true }], total: 2, page: 1 },
  ])('fits with all that a page relies on: %o', reply => {
    expect(fits(reply, page)).toBe(true);
  });

  it.each([
    undefined,
    null,
    '',
    '<!doctype html><p>Sign in to the network</p>',
    [],
    {},
    { agents: [] },
    { agents: {}, total: 1 },
    { agents: [row, null], total: 2 },
    { agents: [{ id: 'a' }], total: 1 },
    { agents: [{ id: 'a', price: '5' }], total: 1 },
  ])('does not fit without it: %o', reply => {
    expect(fits(reply, page)).toBe(false);
  });
});

describe('the shapes of the contract', () => {
  const shapes = shapesOf(api);

  it('describe the rows of lists and pages', () => {
    expect(shapes.leads?.listLeadLists).toEqual([
      {
        id: 's',
        zipCode: { zipCode: 's' },
        agentCount: 'n',
        updatedAt: 's',
        dateFrom: 's',
        dateTo: 's',
      },
    ]);
    expect(shapes.leads?.listAgents).toMatchObject({
      agents: [{ property: { price: ['n', 'z'], soldDate: 's' } }],
      total: 'n',
    });
  });

  it('describe a call with two kinds of reply', () => {
    const shape = shapes.leads?.listZipAgents ?? 's';
    expect(fits([], shape)).toBe(true);
    expect(fits({ agents: [], total: 0, page: 1, totalPages: 0 }, shape)).toBe(true);
    expect(fits({ agents: [] }, shape)).toBe(false);
  });

  it('accept null for a visitor', () => {
    expect(fits(null, shapes.auth?.currentUser ?? 's')).toBe(true);
    expect(fits('<html>', shapes.auth?.currentUser ?? 0)).toBe(false);
  });
});
