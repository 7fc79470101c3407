import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionRow } from './session-row.tsx';

const textOf = (needsFactor: boolean) => {
  const at = new Date().toISOString();
  const session = {
    id: '1',
    createdAt: at,
    refreshedAt: at,
    ip: '192.0.2.7',
    userAgent: '',
    isCurrent: false,
    needsFactor,
  };
  const html = renderToStaticMarkup(createElement(SessionRow, { session, isEnding: false, onEnd: () => {} }));
  return html.replace(/<[^>]*>/g, '');
};

// An emailed link or code may have begun the sign-in, without a password.
test('a sign-in without its second factor is one that was begun', () => {
  expect(textOf(true)).toMatch(/Second factor missing.*sign-in begun/);
  expect(textOf(false)).toContain('signed in');
});
