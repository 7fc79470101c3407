import { describe, expect, it } from 'vitest';
import { exchange } from './exchange.ts';
import { openClient } from './odata-client.ts';
import { checkStatus, wordsOf } from './reply-status.ts';

describe('the words of a refusal', () => {
  it.each([
    ['{"error":{"code":"x","message":"Not licensed"}}', 'Not licensed'],
    ['{"error":"invalid_client","error_description":"Wrong secret"}', 'Wrong secret'],
    ['{"error":"invalid_client"}', 'invalid_client'],
    ['{"message":"Slow\\n down"}', 'Slow down'],
    ['Plain text', 'Plain text'],
    ['<html>500</html>', 'The server replied 403 without a reason'],
    ['null', 'The server replied 403 without a reason'],
    ['', 'The server replied 403 without a reason'],
  ])('are read from %s', (text, words) => expect(wordsOf({ status: 403, text })).toBe(words));
});

describe('a status', () => {
  it.each([
    [200, 0, undefined],
    [301, 0, 'refused'],
    [400, 0, 'refused'],
    [404, 0, 'refused'],
    [408, 0, 'away'],
    [429, 60_000, 'limited'],
    [500, 0, 'away'],
    [503, 0, 'away'],
  ])('%s decides', (status, waitMs, kind) => {
    let fault: unknown;
    try {
      checkStatus({ status, retryAfterMs: 0, text: '' });
    } catch (error) {
      fault = error;
    }
    expect(fault).toEqual(kind ? expect.objectContaining({ kind, status, waitMs }) : undefined);
  });
});

describe('an address', () => {
  const options = { allowPrivate: false, timeoutMs: 1_000, signal: new AbortController().signal };
  it.each([
    ['http://198.51.100.7/', 'Expected an https address, got http://'],
    ['https://127.0.0.1/', 'Expected a public address, got 127.0.0.1'],
    ['https://[::ffff:10.0.0.1]/', 'Expected a public address, got ::ffff:a00:1'],
    ['https://169.254.169.254/', 'Expected a public address, got 169.254.169.254'],
    ['nowhere', 'The address is not a URL'],
  ])('%s is refused', async (url, message) => {
    await expect(exchange({ url, headers: {} }, options)).rejects.toMatchObject({ kind: 'refused', message });
  });
});

describe('a next link', () => {
  const client = (asked: string[]) =>
    openClient({
      url: 'https://127.0.0.1/reso',
      allowPrivate: false,
      timeoutMs: 1_000,
      signal: new AbortController().signal,
      preferredRows: 10,
      tokens: { current: async () => 't', renewable: false, forget: () => {} },
      limiter: { start: async () => void asked.push('request'), end: () => {} },
    });

  it('to another host gets no token', async () => {
    await expect(client([]).page('https://example.com/reso/Property')).rejects.toMatchObject({
      kind: 'refused',
      message: 'Expected a next link to 127.0.0.1; got https://example.com/reso/Property',
    });
  });
});
