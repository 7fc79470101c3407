import { createServer } from 'node:http';
import { httpPart } from '../src/http/http.ts';
import { openIdentity } from '../src/http/identity.ts';
import { createLog } from '../src/process/log.ts';
import type { Part } from '../src/process/part.ts';
import { run } from '../src/process/run.ts';

/**
 * A process for the tests of `run`. Argument: `serve` replies to /slow after a moment; `stuck` never stops; `hasty`
 * does not stop within its half a second; `reject` leaves a rejection unhandled; `unstartable` fails in its second
 * part.
 */
const [mode = 'serve'] = process.argv.slice(2);
const log = createLog('slow', 'info');
const identity = openIdentity({
  jwksUrl: 'http://127.0.0.1:9/jwks.json',
  issuer: 'https://auth.test.example',
  serviceSecret: 's'.repeat(32),
  name: 'slow',
});

const loggedPart = (name: string, extra: Partial<Part> = {}): Part => ({
  name,
  start: async () => log.info(`start ${name}`),
  stop: async () => log.info(`stop ${name}`),
  ...extra,
});

const http = httpPart({
  name: 'slow',
  port: 0,
  host: '127.0.0.1',
  log,
  identity,
  parts: [],
  plain: app => app.get('/slow', (_req, res) => void setTimeout(() => res.send('done'), 400)),
});

await run('slow', () => {
  if (mode === 'reject') setTimeout(() => void Promise.reject(new Error('forgotten')), 100);
  const parts: Record<string, Part[]> = {
    serve: [
      loggedPart('first'),
      http,
      loggedPart('serving', { start: async () => log.info({ url: http.url }, 'serving') }),
    ],
    stuck: [loggedPart('first', { stop: () => new Promise(() => createServer().listen(0)) })],
    hasty: [loggedPart('first', { stop: () => new Promise(() => createServer().listen(0)) })],
    reject: [loggedPart('first')],
    unstartable: [
      loggedPart('first'),
      loggedPart('second', { start: () => Promise.reject(new Error('no such disk')) }),
      loggedPart('third'),
    ],
  };
  return { parts: parts[mode] ?? [], ...(mode === 'hasty' && { drainMs: 500 }) };
});
