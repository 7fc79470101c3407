import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Kind, kindTable } from '@closingwire/chassis/app-error';
import { api } from '@closingwire/contracts/api';
import { type PlainRoute, plainRoutes } from '@closingwire/contracts/plain-routes';
import type { ServiceName } from '@closingwire/contracts/route';
import { describe, expect, test } from 'vitest';
import { gatewayRefusals } from './refusals.ts';

const services = fileURLToPath(new URL('../../../services/', import.meta.url));
const names = Object.keys(api) as ServiceName[];

/** Codes that no route of the contract returns to its caller. */
const elsewhere = new Set([
  // Thrown in a consumer or a job, or caught inside the service.
  'notifications 404 user_unknown',
  // Thrown at the start of a process without its settings.
  'auth 503 mail_not_set_up',
]);

type ErrorMap = Record<string, { status?: number } | undefined>;

/** Returns the failures that a service's routes declare, and the gateway's for any route, such as `404 not_found`. */
function declaredBy(service: ServiceName): Set<string> {
  const ofContract = Object.values(api[service]).flatMap(procedure =>
    Object.entries(procedure['~orpc'].errorMap as ErrorMap).map(
      ([code, error]) => `${error?.status} ${code}`,
    ),
  );
  const plain = Object.values<PlainRoute>(plainRoutes).filter(route => route.service === service);
  const ofPlain = plain.flatMap(({ refusals = {} }) =>
    Object.entries(refusals).flatMap(([status, text]) =>
      [...text.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
    ),
  );
  const ofGateway = gatewayRefusals({
    meta: { service, access: 'user' },
    method: 'post',
    hasBody: true,
  }).map(({ status, code }) => `${status} ${code}`);
  return new Set([...ofContract, ...ofPlain, ...ofGateway]);
}

/** Returns the AppErrors in a service's sources, such as `404 not_found`, without those of the wire protocol. */
function madeBy(service: ServiceName): Set<string> {
  const files = globSync(`${service}/src/**/*.ts`, { cwd: services }).filter(
    file => !/\.test\.ts$|\/wire\//.test(file),
  );
  const made = files.flatMap(file => [
    ...readFileSync(`${services}${file}`, 'utf8').matchAll(/new AppError\(\s*'([a-z-]+)',\s*'(\w+)'/g),
  ]);
  const named = made.map(([, kind, code]) => ({ status: kindTable[kind as Kind].status, code }));
  return new Set(named.filter(({ status }) => status !== 500).map(({ status, code }) => `${status} ${code}`));
}

describe("the routes declare a service's refusals", () => {
  test.each(names)('of %s', service => {
    const made = madeBy(service);
    expect(made.size).toBeGreaterThan(1);
    const declared = declaredBy(service);
    const missing = [...made].filter(it => !declared.has(it) && !elsewhere.has(`${service} ${it}`));
    expect(missing).toEqual([]);
  });

  test('except refusals that no route throws', () => {
    const made = new Set(names.flatMap(name => [...madeBy(name)].map(it => `${name} ${it}`)));
    expect([...elsewhere].filter(it => !made.has(it))).toEqual([]);
  });
});
