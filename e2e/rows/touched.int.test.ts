import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetTouched, missedPaths, touchedPaths } from './touched.ts';

const server = createServer((_request, reply) => reply.end());
let url: string;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(forgetTouched);
afterAll(() => server.close());

const text = 'something';

describe('a call that a row names', () => {
  test('is made by whichever client sends it', async () => {
    const row = { text, call: ['GET /api/agents/{zip}', 'POST /api/contact'] } as const;
    await fetch(`${url}/api/agents/94110?page=2`);
    expect(missedPaths(row)).toEqual(['POST /api/contact']);
    await fetch(`${url}/api/contact`, { method: 'POST' });
    expect(missedPaths(row)).toEqual([]);
    await new Promise(resolve => get(`${url}/healthz`, reply => reply.resume().on('end', resolve)));
    expect(touchedPaths()).toContain('GET /healthz');
  });

  test('is not a longer or shorter one', async () => {
    await fetch(`${url}/api/agents/94110/more`);
    await fetch(`${url}/api/agents`);
    expect(missedPaths({ text, call: 'GET /api/agents/{zip}' })).toHaveLength(1);
  });
});

describe('a screen that a row names', () => {
  test('is not opened by a request alone', async () => {
    await fetch(`${url}/zips`);
    expect(missedPaths({ text, screen: ['/zips', '*'] })).toEqual(['/zips', '*']);
  });
});
