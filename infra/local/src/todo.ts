import { globSync, readFileSync } from 'node:fs';
import { api } from '@closingwire/contracts/api';
import { type PlainRoute, plainRoutes } from '@closingwire/contracts/plain-routes';
import { root } from './root.ts';
import { say } from './say.ts';

// `make todo`: declared calls that nothing answers yet. Contract routes have to be handled to compile, so those
// are missing whose handler is `comingLater`; plain routes are missing when their service does not name them.
type Missing = { service: string; route: string; summary: string };

const comingLater = /\b(\w+):\s*[\w.]+\.handler\(\s*comingLater\s*\)/g;

function sourcesOf(service: string): string {
  const files = globSync(`services/${service}/src/**/*.ts`, { cwd: root }).filter(
    file => !file.includes('.test.'),
  );
  return files.map(file => readFileSync(`${root}/${file}`, 'utf8')).join('\n');
}

function missingContractRoutes(): Missing[] {
  return Object.entries(api).flatMap(([service, contract]) =>
    [...sourcesOf(service).matchAll(comingLater)].flatMap(([, name]) =>
      Object.entries(contract)
        .filter(([route]) => route === name)
        .map(([, declared]) => declared['~orpc'].route)
        .map(({ method, path, summary = '' }) => ({ service, route: `${method} ${path}`, summary })),
    ),
  );
}

function missingPlainRoutes(): Missing[] {
  return Object.entries<PlainRoute>(plainRoutes)
    .filter(([name, { service, path }]) => !isNamed(sourcesOf(service), name, path))
    .map(([, { service, method, path, summary }]) => ({ service, route: `${method} ${path}`, summary }));
}

function isNamed(sources: string, name: string, path: string): boolean {
  const inExpress = path.replace(/\{(\w+)\}/g, ':$1');
  return sources.includes(`plainRoutes.${name}`) || sources.includes(`'${inExpress}'`);
}

const missing = [...missingContractRoutes(), ...missingPlainRoutes()];
for (const { service, route, summary } of missing)
  say(`${service.padEnd(14)} ${route.padEnd(42)} ${summary}`);
say(
  missing.length === 0
    ? 'Every declared call is answered.'
    : `${missing.length} declared calls are not answered yet.`,
);
