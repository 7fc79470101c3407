import { isContractProcedure } from '@orpc/contract';
import { describe, expect, test } from 'vitest';
import { allEvents, api, routeName } from './api.ts';
import { routeActions, routeActionText } from './audit-texts.ts';
import { settingTable } from './content.ts';
import { plainRoutes } from './plain-routes.ts';

const declared = Object.entries(api).flatMap(([service, routes]) =>
  Object.entries(routes).map(([name, procedure]) => ({ service, name, definition: procedure['~orpc'] })),
);

describe('the contracts', () => {
  test('every route names its owning service', () => {
    for (const { service, definition } of declared) expect(definition.meta.service).toBe(service);
  });

  test('no two routes share method and path', () => {
    const keys = declared.map(({ definition }) => `${definition.route.method} ${definition.route.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('every route has a summary and a path of ours', () => {
    for (const { name, definition } of declared) {
      expect(definition.route.summary, name).toBeTruthy();
      expect(definition.route.path, name).toMatch(
        definition.meta.access === 'internal' ? /^\/internal\// : /^\/api\//,
      );
    }
  });

  test('every admin path asks for an admin', () => {
    const open = declared.filter(
      ({ definition }) =>
        definition.route.path?.startsWith('/api/admin/') && definition.meta.access !== 'admin',
    );
    expect(open.map(({ name }) => name)).toEqual(['stripeMode']);
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

  test('every route of the audit log has words for what was done', () => {
    const open = declared.filter(({ definition }) => definition.meta.access !== 'internal');
    const names = [
      ...open.map(({ service, name }) => `${service}.${name}`),
      ...Object.values(plainRoutes).map(({ path, method }) =>
        routeName(path.endsWith('/*') ? '*' : method, path),
      ),
    ];
    expect(Object.keys(routeActions).toSorted()).toEqual([...new Set(names)].toSorted());
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

  test('every setting has a title in plain words', () => {
    for (const { title } of Object.values(settingTable)) expect(title).toMatch(/^[A-Z][A-Za-z ]+$/);
  });

  test('plain routes live under known prefixes', () => {
    for (const { path } of Object.values(plainRoutes)) expect(path).toMatch(/^\/(api\/|sitemap\.xml$)/);
  });
});
