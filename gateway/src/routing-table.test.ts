import { describe, expect, test } from 'vitest';
import { publicRoutes, type Route, routingTable } from './routing-table.ts';

const find = routingTable(publicRoutes);
const found = (method: string, path: string): Route => {
  const match = find(method, path);
  if (match.kind !== 'found') throw new Error(`${method} ${path} is ${match.kind}`);
  return match.route;
};

describe('the routing table', () => {
  test('every declared public route finds itself', () => {
    for (const route of publicRoutes) {
      const path = route.path.replaceAll(/\{\w+\}/g, '90210').replace('/*', '/token');
      const method = route.method === '*' ? 'POST' : route.method;
      expect(found(method, path).service, `${method} ${path}`).toBe(route.service);
    }
  });

  test('a fixed segment wins over a parameter', () => {
    expect(found('GET', '/api/admin/users/search').path).toBe('/api/admin/users/search');
    expect(found('PATCH', '/api/admin/users/9').path).toBe('/api/admin/users/{userId}');
  });

  test("calls for a ZIP's leads go to leads", () => {
    expect(found('GET', '/api/admin/zip-codes/90210/leads').service).toBe('leads');
    expect(found('PATCH', '/api/admin/zip-codes/90210/price').service).toBe('catalog');
  });

  test('the wire protocol takes any method', () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(found(method, '/api/auth/v1/admin/users/1').service).toBe('auth');
  });

  test('HEAD is a route where GET is', () => {
    expect(found('HEAD', '/api/help/articles').method).toBe('GET');
  });

  test('internal routes are unknown', () => {
    expect(publicRoutes.filter(route => route.path.startsWith('/internal'))).toEqual([]);
    expect(find('POST', '/internal/claims')).toEqual({ kind: 'unknown' });
  });

  test.each(['/api/', '/api/nothing', '/api/agents/', '/api/agents/90210/x', '/api//user'])(
    '%s is unknown',
    path => {
      expect(find('GET', path)).toEqual({ kind: 'unknown' });
    },
  );

  test("a wrong method's match lists the right ones", () => {
    expect(find('DELETE', '/api/contact')).toEqual({ kind: 'wrong-method', allowed: ['POST'] });
  });
});
