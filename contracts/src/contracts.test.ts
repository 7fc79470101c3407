import { isContractProcedure } from '@orpc/contract';
import { describe, expect, test } from 'vitest';
import { allEvents, api, contractRoutes, declaredRoutes } from './api.ts';
import { keyHolderText, routeActions, routeActionText, sourceRoutes } from './audit-texts.ts';
import { settingTable } from './content.ts';
import { namedIds } from './named-ids.ts';
import { plainRoutes } from './plain-routes.ts';

describe('the contracts', () => {
  test('every route names its owning service', () => {
    for (const { name, service } of contractRoutes) expect(name.split('.')[0]).toBe(service);
  });

  test('no two routes share method and path', () => {
    const keys = contractRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('every route has a summary and one of our paths', () => {
    for (const { name, access, path, declaration } of contractRoutes) {
      expect(declaration.route.summary, name).toBeTruthy();
      expect(path, name).toMatch(access === 'internal' ? /^\/internal\// : /^\/api\//);
    }
  });

  test('every admin path requires an admin', () => {
    const open = declaredRoutes.filter(
      ({ path, access }) => path.startsWith('/api/admin/') && access !== 'admin',
    );
    expect(open.map(({ name }) => name)).toEqual(['billing.stripeMode']);
  });

  test('everything in a router is a route', () => {
    for (const routes of Object.values(api))
      for (const procedure of Object.values(routes)) expect(isContractProcedure(procedure)).toBe(true);
  });

  test('topics are unique and carry a version or a batch', () => {
    expect(new Set(allEvents.map(event => event.topic)).size).toBe(allEvents.length);
    const unversioned = allEvents.filter(event => !('version' in event.data.shape)).map(event => event.topic);
    expect(unversioned).toEqual(['zip.refresh-requested', 'lead.received', 'request.audited']);
  });

  test('every audited route has a text', () => {
    const open = declaredRoutes.filter(({ access }) => access !== 'internal');
    const byCall = new Map(open.map(({ method, path, name }) => [`${method} ${path}`, name]));
    expect(Object.keys(routeActions).toSorted()).toEqual([...byCall.values()].toSorted());
    for (const [does, did, what] of Object.values(routeActions))
      expect(`${does} ${did} ${what}`).not.toMatch(/^[A-Z]|s (the|a) |\.$|undefined/);
  });

  test('a text of the audit log names its subject', () => {
    const price = (subject: string, isDone: boolean) =>
      routeActionText('catalog.setPrice', { subject, isDone });
    expect(price('98101', true)).toBe('changed the price of 98101');
    expect(price('', false)).toBe('tried to change the price of a ZIP');
    const setting = routeActionText('content.putSetting', { subject: 'STRIPE_TEST_MODE', isDone: true });
    expect(setting).toBe('changed the setting “Stripe test mode”');
    expect(routeActionText('catalog.removed', { subject: '', isDone: true })).toBeUndefined();
  });

  test('a key without an owner is labeled by its routes', () => {
    const ofSources = declaredRoutes.filter(({ access }) => access === 'ingest').map(({ name }) => name);
    expect(sourceRoutes.toSorted()).toEqual(ofSources.toSorted());
    const holder = (route: string, isProven: boolean) => keyHolderText(route, { isProven });
    expect(holder('leads.ingestLeads', true)).toBe('Lead source');
    expect(holder('leads.listAgentsProperties', true)).toBe('API key without an owner');
    expect(holder('leads.ingestLeads', false)).toBe('Unverified key');
  });

  test('every setting has a title in plain words', () => {
    for (const { title } of Object.values(settingTable)) expect(title).toMatch(/^[A-Z][A-Za-z ]+$/);
  });

  test('the audit log may contain every ID in a path', () => {
    const secrets = ['token'];
    const names = contractRoutes
      .filter(({ access }) => access !== 'internal')
      .flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    const examples = ['01a1fe08-0370-7c04-bbff-5ffcbea7fc49', '90210', 'STRIPE_TEST_MODE', 'customers'];
    const unnamed = names.filter(name =>
      examples.every(example => Object.keys(namedIds({ [name]: example })).length === 0),
    );
    expect(unnamed.filter(name => !secrets.includes(name))).toEqual([]);
  });

  test('the audit log may contain a slug, not a possible secret', () => {
    expect(namedIds({ id: 'what-does-it-cost' })).toEqual({ id: 'what-does-it-cost' });
    for (const id of ['cw_live-key', 'Abc-def', 'eyj0-1', `${'a'.repeat(50)}-${'b'.repeat(50)}`, 'password'])
      expect(namedIds({ id })).toEqual({});
  });

  test('plain routes have known prefixes', () => {
    for (const { path } of Object.values(plainRoutes)) expect(path).toMatch(/^\/(api\/|sitemap\.xml$)/);
  });
});

test('a check has another audit text than a delivery', () => {
  const file = (isCheck: boolean) =>
    routeActionText('leads.deliverFile', {
      subject: '',
      isDone: true,
      changes: isCheck ? [{ field: 'isCheck', to: 'yes' }] : [],
    });
  expect([file(true), file(false)]).toEqual(['checked a file of leads', 'delivered a file of leads']);
});

test.each([
  ['leads.setClosingHidden', [{ field: 'isHidden', to: 'yes' }], 'hid a flagged closing'],
  ['leads.setClosingHidden', [{ field: 'isHidden', to: 'no' }], 'showed a hidden closing again'],
  ['leads.setClosingHidden', [], 'left a flagged closing as it was'],
  [
    'leads.confirmWrongContact',
    [{ field: 'credit', to: 'requested' }],
    'confirmed a wrong contact and asked for its credit',
  ],
  ['leads.confirmWrongContact', [{ field: 'credit', to: 'trial' }], 'confirmed a wrong contact'],
  ['catalog.assignZip', [], 'assigned 98101 to a user'],
  ['catalog.assignZip', [{ field: 'isUnchanged', to: 'yes' }], 'changed nothing: the user had 98101 already'],
])('the audit text of %s with %j says what was done', (route, changes, text) => {
  expect(routeActionText(route, { subject: '98101', isDone: true, changes })).toBe(text);
});

test('a refused request changed nothing, so its usual text is kept', () => {
  expect(routeActionText('leads.setClosingHidden', { subject: '', isDone: false })).toBe(
    'tried to hide a flagged closing or show it again',
  );
});
