import { screenApi } from '@closingwire/contracts/screen-api';
import { describe, expect, test } from 'vitest';
import { shapesOf } from '../../vite/reply-shapes.ts';
import { UnexpectedReply } from '../lib/api-error.ts';
import { type ApiClient, createClient } from '../lib/create-client.ts';

const shapes = shapesOf(screenApi);

/** Returns a client whose calls all succeed with this body; `undefined` sends none. */
function clientOf(body: unknown, contentType = 'application/json'): { client: ApiClient; asked: string[] } {
  const asked: string[] = [];
  const client = createClient({
    routes: screenApi,
    shapes,
    moreShapes: [],
    origin: () => 'http://localhost',
    fetch: async request => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      if (body === undefined) return new Response(null, { status: 200 });
      const text = contentType === 'application/json' ? JSON.stringify(body) : String(body);
      return new Response(text, { status: 200, headers: { 'content-type': contentType } });
    },
  });
  return { client, asked };
}

const id = '0192f0c1-0000-7000-8000-000000000001';
const zip = { id: '7', zipCode: '90210', city: 'Beverly Hills', state: 'CA' };
const catalogZip = {
  ...zip,
  price: 25,
  isAvailable: true,
  scrapeActive: true,
  occupiedIndustries: ['Mortgages'],
};
const user = { id, email: 'ada@example.com' };
const property = { address1: '1 Main St', city: 'Kent', state: 'WA', zip: '98030', soldDate: '2026-03-09' };
const agent = { id, fullName: 'Zoë Example', property: { ...property, price: 640_000 } };
const page = { agents: [agent], total: 1, totalPages: 1 };
const flag = {
  id,
  status: 'pending',
  note: 'Wrong phone',
  createdAt: '2026-03-09T10:00:00Z',
  agent: { fullName: 'Zoë Example', email: null, phone: null },
  user: { email: 'ada@example.com' },
};
const article = { id: 'a1', question: 'Q?', answer: 'A.', category: 'Billing & Subscriptions' };
const profile = {
  firstName: 'Ada',
  lastName: 'L',
  email: 'ada@example.com',
  phone: '1',
  companyName: '',
  teamSize: '' as const,
};

type Row = [call: string, run: (client: ApiClient) => Promise<unknown>, ...replies: unknown[]];

const NOTHING = undefined;

/** The calls of the specification's section 7, with replies in exactly its shapes. */
const calls: Row[] = [
  ['GET /api/auth/user', c => c.auth.currentUser(), user, null],
  ['GET /api/user', c => c.billing.standing(), { trialExpiresAt: null, hasActivePayment: false }],
  [
    'POST /api/auth/signin',
    c => c.auth.signIn({ email: 'ada@example.com', password: 'secret' }),
    { user, session: {} },
  ],
  [
    'POST /api/auth/signup',
    c =>
      c.auth.signUp({
        ...profile,
        password: 'secret1',
        industry: 'Mortgages',
        companyName: 'Ada Inc',
        teamSize: 'Just me (1)',
      }),
    { user },
    NOTHING,
  ],
  ['POST /api/auth/signout', c => c.auth.signOut(), NOTHING, {}],
  [
    'POST /api/auth/reset-password',
    c => c.auth.requestPasswordReset({ email: 'ada@example.com' }),
    NOTHING,
    {},
  ],
  [
    'POST /api/auth/update-password',
    c => c.auth.updatePassword({ password: 'secret1' }, { context: { bearer: 'token' } }),
    NOTHING,
  ],
  [
    'PUT /api/user/preferences',
    c => c.auth.updatePreferences({ emailNotifications: true }),
    NOTHING,
    { success: true },
  ],
  ['PUT /api/user/profile', c => c.auth.updateProfile(profile), NOTHING, { success: true }, user],
  ['GET /api/zip-codes', c => c.catalog.listZips({}), { zipCodes: [catalogZip], total: 1, hasMore: false }],
  [
    'GET /api/subscriptions',
    c => c.billing.listSubscriptions(),
    [{ id, zipCode: { zipCode: '90210', city: 'Beverly Hills', state: 'CA' } }],
  ],
  [
    'POST /api/subscribe/bulk',
    c => c.billing.subscribe({ zipCodeIds: ['90210'] }),
    { checkoutUrl: 'https://pay.example.com/1' },
    { success: true, trialUser: true, message: 'Started' },
  ],
  [`DELETE /api/subscriptions/${id}`, c => c.billing.unsubscribe({ id }), NOTHING, { success: true }],
  ['POST /api/convert-trial', c => c.billing.convertTrial(), { checkoutUrl: 'https://pay.example.com/1' }],
  [
    'POST /api/stripe/customer-portal',
    c => c.billing.openPortal(),
    { url: 'https://pay.example.com/2' },
    {},
    NOTHING,
  ],
  ['POST /api/verify-payment', c => c.billing.verifyPayment({ sessionId: 'cs_1' }), { success: true }],
  ['GET /api/admin/stripe-mode', c => c.billing.stripeMode(), { testMode: true }],
  ['POST /api/setup-payment-method', c => c.billing.setUpPayment(), { clientSecret: 'seti_1_secret' }],
  [
    'POST /api/verify-payment-setup',
    c => c.billing.verifyPaymentSetup({ setupIntentId: 'seti_1' }),
    NOTHING,
    {},
    { success: true },
  ],
  ['POST /api/lead-flags', c => c.leads.flagLead({ agentId: id, note: 'Wrong phone' }), NOTHING, { id }],
  ['GET /api/user/agents', c => c.leads.listAgents({}), { ...page, page: 1 }],
  ['POST /api/user/agents/export', c => c.leads.exportAgents({}), { agents: [agent] }],
  [
    'GET /api/lead-lists',
    c => c.leads.listLeadLists({}),
    [{ id, zipCode: { zipCode: '90210' }, agentCount: 3 }],
  ],
  ['GET /api/agents/90210', c => c.leads.listZipAgents({ zip: '90210' }), page, [agent]],
  ['GET /api/help/articles', c => c.content.listArticles(), [article]],
  [
    'POST /api/contact',
    c => c.content.sendContactMessage({ name: 'A', email: 'a@example.com', subject: 'S', message: 'M' }),
    NOTHING,
  ],
  [
    'GET /api/admin/help-articles',
    c => c.content.listAllArticles(),
    { articles: [{ ...article, isPublished: true }] },
  ],
  [
    'POST /api/admin/help-articles',
    c => c.content.createArticle({ question: 'Q', answer: 'A', category: 'Lead Data', isPublished: true }),
    NOTHING,
  ],
  [
    'PUT /api/admin/help-articles/a1',
    c =>
      c.content.updateArticle({
        id: 'a1',
        question: 'Q',
        answer: 'A',
        category: 'Lead Data',
        isPublished: true,
      }),
    NOTHING,
  ],
  ['DELETE /api/admin/help-articles/a1', c => c.content.deleteArticle({ id: 'a1' }), NOTHING],
  [
    'POST /api/admin/send-trial-notifications',
    c => c.notifications.sendTrialNotifications({}),
    { notificationsSent: 2, errors: [] },
  ],
  ['GET /api/admin/users', c => c.auth.listUsers({}), { users: [user] }],
  ['GET /api/admin/users/search', c => c.auth.searchUsers({ q: 'ada' }), { users: [user] }],
  ['GET /api/admin/zip-codes', c => c.catalog.listAllZips({}), { zipCodes: [catalogZip] }],
  [
    'GET /api/admin/subscriptions',
    c => c.billing.listAllSubscriptions({}),
    [{ id, zipCode: { zipCode: '90210', city: 'Beverly Hills', state: 'CA' } }],
  ],
  ['GET /api/admin/lead-flags', c => c.leads.listFlags({}), { leadFlags: [flag] }],
  [
    'GET /api/admin/settings',
    c => c.content.listSettings(),
    { settings: [{ key: 'STRIPE_TEST_MODE', value: 'true', description: '' }] },
  ],
  [
    `PATCH /api/admin/users/${id}/status`,
    c => c.auth.setUserStatus({ userId: id, status: 'suspended' }),
    NOTHING,
    { success: true },
    user,
  ],
  [`PATCH /api/admin/users/${id}`, c => c.auth.setUserDetails({ userId: id, firstName: 'A' }), NOTHING, user],
  [
    `PUT /api/admin/lead-flags/${id}/status`,
    c => c.leads.setFlagStatus({ flagId: id, status: 'resolved' }),
    NOTHING,
    { success: true },
  ],
  [
    'PATCH /api/admin/zip-codes/90210/price',
    c => c.catalog.setPrice({ id: '90210', price: 1 }),
    NOTHING,
    catalogZip,
  ],
  [
    'PATCH /api/admin/zip-codes/90210/availability',
    c => c.catalog.setAvailability({ id: '90210', isAvailable: true }),
    NOTHING,
  ],
  [
    'PATCH /api/admin/zip-codes/90210/scrape-active',
    c => c.catalog.setScrapeActive({ id: '90210', scrapeActive: true }),
    NOTHING,
  ],
  [
    'POST /api/admin/zip-codes',
    c => c.catalog.createZip({ zipCode: '90210', city: 'Beverly Hills', state: 'CA' }),
    NOTHING,
  ],
  [
    'POST /api/admin/zip-codes/bulk-import',
    c =>
      c.catalog.importZips({
        zipCodes: [{ zipCode: '90210', city: 'B', state: 'CA', rowIndex: 2 }],
      }),
    { created: 1, skipped: 0, errors: [] },
  ],
  [
    'POST /api/admin/assign-zip',
    c => c.catalog.assignZip({ userId: id, zipCodeId: '90210' }),
    NOTHING,
    { success: true },
  ],
  [
    'GET /api/admin/zip-codes/90210/leads',
    c => c.leads.listLeadsOfZip({ id: '90210' }),
    { agents: [agent], total: 1 },
  ],
];

describe("a reply in the specification's own shape", () => {
  test.each(calls)('is enough for %s', async (call, run, ...replies) => {
    for (const reply of replies) {
      const { client, asked } = clientOf(reply);
      await run(client);
      expect(asked).toEqual([call]);
    }
  });

  test('reads missing members of a user as empty', async () => {
    const { client } = clientOf({ ...user, firstName: null });
    expect(await client.auth.currentUser()).toMatchObject({
      firstName: '',
      companyName: '',
      status: 'active',
      isAdmin: false,
      trialExpiresAt: null,
    });
  });

  test('omits missing numbers', async () => {
    const { client } = clientOf({ leadFlags: [flag] });
    expect(await client.leads.listFlags({})).not.toHaveProperty('total');
  });

  test('adds no missing member to the reply of a change', async () => {
    const { client } = clientOf({ id: user.id, email: user.email, isAvailable: true });
    expect(await client.auth.updateProfile(profile)).not.toHaveProperty('isAdmin');
    expect(await client.auth.setUserDetails({ userId: id, firstName: 'A' })).not.toHaveProperty('status');
    const zip = await client.catalog.setAvailability({ id: '90210', isAvailable: true });
    expect(zip).not.toHaveProperty('scrapeActive');
  });

  test('reads another reply of a change as null', async () => {
    expect(await clientOf({ success: true }).client.auth.updateProfile(profile)).toBeNull();
    expect(await clientOf(user).client.auth.updateProfile(profile)).toMatchObject(user);
  });
});

describe('an unusable reply', () => {
  const proxyPage = () => clientOf('<!doctype html><p>Sign in to the network</p>', 'text/html').client;

  test.each([
    ['a list', (c: ApiClient) => c.leads.listAgents({})],
    ['the user', (c: ApiClient) => c.auth.currentUser()],
    ['a checkout', (c: ApiClient) => c.billing.verifyPayment({ sessionId: 'cs_1' })],
  ])('is refused in place of %s', async (_what, run) => {
    await expect(run(proxyPage())).rejects.toBeInstanceOf(UnexpectedReply);
  });

  test('is rejected without needed members', async () => {
    await expect(clientOf({ total: 1 }).client.leads.listFlags({})).rejects.toBeInstanceOf(UnexpectedReply);
    await expect(clientOf({ id }).client.auth.currentUser()).rejects.toBeInstanceOf(UnexpectedReply);
  });
});
