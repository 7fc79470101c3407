import { describe, expect, it } from 'vitest';
import { pathOfList, withLists } from './zip-status.ts';

const subscription = (zipCode: string, lastUpdated: string | null = null) => ({
  id: `00000000-0000-7000-8000-0000000${zipCode}`,
  kind: 'trial' as const,
  zipCode: { id: zipCode, zipCode, city: 'Seattle', state: 'WA' },
  stripeSubscriptionId: null,
  createdAt: '2026-11-20T00:00:00Z',
  lastUpdated,
});
const list = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  zipCode: { zipCode: '98101' },
  agentCount: 4,
  updatedAt: '2026-11-21T08:00:00Z',
  dateFrom: '2026-11-14',
  dateTo: '2026-11-21',
};

describe('subscribed ZIPs', () => {
  it('are ready when their list exists', () => {
    const [ready, updating] = withLists([subscription('98101'), subscription('98102')], [list]);
    expect(ready).toMatchObject({ isReady: true, list, agentCount: 4, updatedAt: list.updatedAt });
    expect(updating).toMatchObject({ isReady: false, list: null, agentCount: null, updatedAt: null });
  });

  it("are updating without a list, despite billing's state", () => {
    const [zip] = withLists([subscription('98102', '2026-11-21T07:00:00Z')], []);
    expect(zip).toMatchObject({ isReady: false, updatedAt: '2026-11-21T07:00:00Z' });
  });

  it("have billing's state while lists are unknown", () => {
    const zips = withLists([subscription('98101', '2026-11-21T07:00:00Z'), subscription('98102')], undefined);
    expect(zips.map(({ isReady }) => isReady)).toEqual([true, false]);
  });

  it('link to the rows that their list counts', () => {
    expect(pathOfList(list)).toBe(
      `/agents/98101?leadListId=${list.id}&range=custom&from=2026-11-14&to=2026-11-21`,
    );
  });
});
