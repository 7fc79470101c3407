import { expect, test } from 'vitest';
import { articleChanges } from './rules.ts';

const article = {
  id: '1',
  question: 'Is it raining?',
  answer: 'Look outside.',
  category: 'Billing',
  isPublished: false,
  createdAt: '2026-03-01T00:00:00.000Z',
};

test('created, changed and deleted articles are logged', () => {
  expect(articleChanges(undefined, article)).toEqual([
    { field: 'question', to: 'Is it raining?' },
    { field: 'category', to: 'Billing' },
    { field: 'isPublished', to: 'no' },
  ]);
  expect(articleChanges(article, { ...article, answer: 'Yes.', isPublished: true })).toEqual([
    { field: 'isPublished', from: 'no', to: 'yes' },
    { field: 'answer' },
  ]);
  expect(articleChanges(article, undefined)).toContainEqual({ field: 'question', from: 'Is it raining?' });
});
