import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TableOrCards } from './table-or-cards.tsx';

const rendered = (isStale: boolean) =>
  renderToStaticMarkup(
    createElement(TableOrCards, { caption: 'Mails', columns: [], rows: [], isStale, cards: 'the cards' }),
  );

test('cards are dimmed while stale, like the table', () => {
  expect(rendered(true)).toMatch(/opacity-60.*the cards/);
  expect(rendered(false)).toContain('the cards');
  expect(rendered(false)).not.toContain('opacity-60');
});
