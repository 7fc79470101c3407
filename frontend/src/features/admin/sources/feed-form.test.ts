import type { Feed } from '@closingwire/contracts/sources';
import { describe, expect, test } from 'vitest';
import { draftOf, formOf, secretNeed, startsOver } from './feed-form.ts';
import { feedFormSchema } from './feed-schema.ts';
import { numberOf } from './number-of.ts';

const at = '2026-11-26T12:00:00.000Z';
const feed: Feed = {
  url: 'https://api.example.com/reso/odata',
  originatingSystem: 'example-south',
  everyMinutes: 60,
  isPaused: false,
  auth: { kind: 'client', tokenUrl: 'https://api.example.com/token', clientId: 'one' },
  state: 'waiting',
  fault: null,
  watermark: at,
  lastRunAt: null,
  lastSuccessAt: null,
  lastComparedAt: null,
  nextRunAt: at,
  counts: { listings: 0, rows: 0, leftOut: 0, retracted: 0 },
  requests: { lastHour: 0, lastDay: 0 },
};

describe('the form of a feed', () => {
  test('sends back what it has, without a secret', () => {
    const { url, originatingSystem, everyMinutes, isPaused, auth } = feed;
    expect(draftOf(formOf(feed))).toEqual({
      url,
      originatingSystem,
      everyMinutes,
      isPaused,
      auth: { ...auth, clientSecret: undefined },
    });
  });

  test('sends only the fields of its way of signing in', () => {
    const form = { ...formOf(feed), authKind: 'token' as const, secret: ' abc ', originatingSystem: ' ' };
    expect(draftOf(form)).toMatchObject({ auth: { kind: 'token', token: 'abc' }, originatingSystem: null });
  });

  test.each([
    [{}, 'stored'],
    [{ url: ` ${feed.url} ` }, 'stored'],
    [{ url: 'https://other.example.com' }, 'again'],
    [{ tokenUrl: 'https://other.example.com' }, 'again'],
    [{ authKind: 'token' as const }, 'again'],
  ])('with %o needs its secret: %s', (change, need) => {
    expect(secretNeed(feed, { ...formOf(feed), ...change })).toBe(need);
  });

  test('of a new feed needs a secret', () => {
    expect(secretNeed(null, formOf(null))).toBe('first');
  });
});

test.each([
  [{}, false],
  [{ everyMinutes: 5 }, false],
  [{ url: 'https://other.example.com' }, true],
  [{ originatingSystem: '' }, true],
])('a feed with %o starts over: %s', (change, isSo) => {
  expect(startsOver(feed, { ...formOf(feed), ...change })).toBe(isSo);
  expect(startsOver(null, formOf(null))).toBe(false);
});

test.each([
  [{ url: 'api.example.com' }, 'url'],
  [{ url: 'ftp://api.example.com' }, 'url'],
  [{ tokenUrl: '' }, 'tokenUrl'],
  [{ clientId: ' ' }, 'clientId'],
  [{ everyMinutes: 0 }, 'everyMinutes'],
  [{ everyMinutes: numberOf('') }, 'everyMinutes'],
  [{ everyMinutes: numberOf('1.5') }, 'everyMinutes'],
])('a form with %o is refused', (change, field) => {
  const { error } = feedFormSchema.safeParse({ ...formOf(feed), ...change });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});

test('a form with a fixed token needs no client', () => {
  const form = { ...formOf(feed), authKind: 'token', tokenUrl: '', clientId: '', originatingSystem: '' };
  expect(feedFormSchema.safeParse(form).success).toBe(true);
});
