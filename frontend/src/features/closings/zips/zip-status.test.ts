import { describe, expect, it } from 'vitest';
import { withLists } from './zip-status.ts';

const subscription = (zipCode: string, lastUpdated: string | null = null) => ({
  id: `00000000-0000-7000-8000-0000000${zipCode}`,
  kind: 'trial' as const,
  zipCode: { id: zipCode, zipCode, city: 'Seattle', state: 'WA' },
  stripeSubscriptionId: null,
  createdAt: '2026-11-20T00:00:00Z',
  lastUpdated,
});
const list = { zipCode: { zipCode: '98101' }, agentCount: 4, updatedAt: '2026-11-21T08:00:00Z' };

describe('subscribed ZIPs', () => {
  it('are ready when their list exists', () => {
    const [ready, updating] = withLists([subscription('98101'), subscription('98102')], [list]);
    expect(ready).toMatchObject({ isReady: true, agentCount: 4, updatedAt: list.updatedAt });
    expect(updating).toMatchObject({ isReady: false, agentCount: null, updatedAt: null });
  });

  it('are ready when billing knows an update', () => {
    const [zip] = withLists([subscription('98102', '2026-11-21T07:00:00Z')], []);
    expect(zip?.isReady).toBe(true);
  });
});
