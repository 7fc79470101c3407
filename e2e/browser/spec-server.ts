import type { Page, Route } from 'playwright-core';

/* A server with only the specification's calls and fields. */

const id = '0192f0c1-0000-7000-8000-000000000001';
const zip = { zipCode: '98107', city: 'Seattle', state: 'WA' };
const catalogZip = {
  id: 'z1',
  ...zip,
  price: 25,
  isAvailable: true,
  scrapeActive: true,
  occupiedIndustries: [],
};
const property = {
  ...{ address1: '1 Elm St', city: 'Seattle', state: 'WA', zip: '98107' },
  ...{ price: 640_000, soldDate: '2026-03-09', beds: 3, baths: 2, sqft: 1_800, type: 'home' },
};
const agent = {
  ...{ id, fullName: 'Zoë Example', agentRole: 'Listing Agent', email: 'zoe@example.com' },
  ...{ city: 'Seattle', state: 'WA', property },
};
const agents = { agents: [agent], total: 1, page: 1, totalPages: 1 };

export const specUser = { id, email: 'grace@example.com', isAdmin: true };
export const specSubscription = { id: 's1', zipCode: zip };

/** Replies by method and path. */
const replies: Record<string, unknown> = {
  'GET /api/auth/user': specUser,
  'GET /api/user': {
    trialExpiresAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
    hasActivePayment: false,
  },
  'GET /api/subscriptions': [specSubscription],
  'GET /api/zip-codes': {
    zipCodes: [{ ...catalogZip, zipCode: '98109', id: 'z2' }],
    total: 1,
    hasMore: false,
  },
  'GET /api/user/agents': agents,
  'GET /api/lead-lists': [{ id, zipCode: { zipCode: '98107' }, agentCount: 1 }],
  'GET /api/agents/98107': { agents: [agent], total: 1, totalPages: 1 },
  'GET /api/help/articles': [],
  'GET /api/admin/stripe-mode': { testMode: true },
  'GET /api/admin/zip-codes': { zipCodes: [catalogZip] },
  'GET /api/admin/users': { users: [specUser] },
  'GET /api/admin/lead-flags': {
    leadFlags: [
      {
        ...{ id, status: 'pending', note: 'The phone is out of service', createdAt: '2026-03-09T10:00:00Z' },
        ...{ agent: { fullName: 'Zoë Example' }, user: { email: 'grace@example.com' } },
      },
    ],
  },
  'GET /api/admin/help-articles': {
    articles: [
      {
        id: 'a1',
        question: 'What is a list?',
        answer: 'Closings.',
        category: 'Lead Data',
        isPublished: true,
      },
    ],
  },
  'GET /api/admin/settings': { settings: [{ key: 'STRIPE_TEST_MODE', value: 'true', description: '' }] },
  'POST /api/verify-payment': { success: true },
  'PUT /api/user/profile': { success: true },
  [`PUT /api/admin/lead-flags/${id}/status`]: { success: true },
};

/** Calls with an empty reply. */
const empty = new Set([
  'DELETE /api/subscriptions/s1',
  'POST /api/lead-flags',
  'PATCH /api/admin/zip-codes/z1/availability',
]);

/** Answers the page's calls as that server; `changes` replaces replies. Other calls get 404. */
export async function serveSpec(page: Page, changes: Record<string, unknown> = {}): Promise<void> {
  const known = { ...replies, ...changes };
  await page.route('**/api/**', (route: Route) => {
    const { pathname } = new URL(route.request().url());
    const call = `${route.request().method()} ${pathname}`;
    if (empty.has(call)) return route.fulfill({ status: 200 });
    const body = known[call];
    return body === undefined
      ? route.fulfill({ status: 404, json: { message: 'Not found' } })
      : route.fulfill({ json: body });
  });
}
