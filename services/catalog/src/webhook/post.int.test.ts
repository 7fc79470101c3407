import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postWebhook } from './post.ts';

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  if (request.url === '/endless') {
    response.writeHead(200);
    response.write('and so on');
    return;
  }
  response.writeHead(503, { 'retry-after': '120' }).end();
});
let base: string;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (url: string, allowPrivate: boolean) =>
  postWebhook({ url, headers: {}, body: '{}' }, { allowPrivate, timeoutMs: 1_000 });

describe('posting a webhook', () => {
  it('returns status and Retry-After', async () => {
    expect(await post(`${base}/busy`, true)).toEqual({
      status: 503,
      retryAfterMs: 120_000,
      text: '',
    });
  });

  it('does not wait for the end of the body', async () => {
    expect(await post(`${base}/endless`, true)).toMatchObject({ status: 200 });
  });

  it('requires https', async () => {
    expect(await post(`${base}/plain`, false)).toEqual({ error: 'Expected an https address, got http://' });
  });

  it.each([
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://169.254.169.254/latest/meta-data',
  ])('never reaches %s', async url => {
    expect(await post(url, false)).toEqual({ error: expect.stringContaining('Expected a public address') });
  });

  it('names what is wrong with an address', async () => {
    expect(await post('not a url', false)).toEqual({ error: 'The address is not a URL' });
    expect(await post('file:///etc/passwd', true)).toEqual({
      error: 'Expected an https address, got file://',
    });
  });

  it('sends nothing to a refused address', () => {
    expect(requests).toEqual(['/busy', '/endless']);
  });
});
