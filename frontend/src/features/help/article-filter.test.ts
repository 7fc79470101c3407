import { describe, expect, it } from 'vitest';
import { byCategory, filterArticles, paragraphs } from './article-filter.ts';

const articles = [
  { id: '1', question: 'How do I export?', answer: 'Press Export CSV.', category: 'Lead Data' },
  { id: '2', question: 'What does it cost?', answer: '15 dollars.', category: 'Billing & Subscriptions' },
  { id: '3', question: 'How fresh are leads?', answer: 'Daily.', category: 'Lead Data' },
];
const ids = (found: { id: string }[]) => found.map(({ id }) => id);

describe('help articles', () => {
  it('are found by question, answer or category', () => {
    expect(ids(filterArticles(articles, { text: 'EXPORT', category: null }))).toEqual(['1']);
    expect(ids(filterArticles(articles, { text: 'dollars', category: null }))).toEqual(['2']);
    expect(ids(filterArticles(articles, { text: 'lead data', category: null }))).toEqual(['1', '3']);
  });

  it('are narrowed by category and text together', () => {
    expect(ids(filterArticles(articles, { text: 'daily', category: 'Lead Data' }))).toEqual(['3']);
    expect(filterArticles(articles, { text: 'daily', category: 'Billing & Subscriptions' })).toEqual([]);
  });

  it('are grouped in order of first appearance', () => {
    expect(byCategory(articles).map(([category, group]) => [category, group.length])).toEqual([
      ['Lead Data', 2],
      ['Billing & Subscriptions', 1],
    ]);
  });

  it('split their answers at line breaks', () => {
    expect(paragraphs('One.\n\nTwo.\r\nThree.')).toEqual(['One.', 'Two.', 'Three.']);
  });
});
