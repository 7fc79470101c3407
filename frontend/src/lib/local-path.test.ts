import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

describe('a path to return to', () => {
  it('keeps a path of this site', () => {
    row('beyond/next-path');
    expect(localPath('/dashboard?state=CA')).toBe('/dashboard?state=CA');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\n/evil',
    null,
  ])('refuses %j', candidate => {
    row('beyond/next-path');
    expect(localPath(candidate)).toBeNull();
  });
});
