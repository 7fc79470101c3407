import { describe, expect, it } from 'vitest';
import { isPage } from './front-end.ts';

describe('an address', () => {
  it.each(['/', '/auth', '/help/', '/opt-out', '/unsubscribe', '/agents/90210', '/subscribe'])(
    'is a page: %s',
    path => expect(isPage(path)).toBe(true),
  );

  it.each([
    '/nope',
    '/helpx',
    '/x/help',
    '/agents',
    '/agents/9021',
    '/agents/90210/x',
    '/index',
    '/app',
    '//',
  ])('is no page: %s', path => expect(isPage(path)).toBe(false));
});
