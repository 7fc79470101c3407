import { articleDraft } from '@closingwire/contracts/content';
import { articleCategories } from '@closingwire/contracts/reference';
import { describe, expect, it } from 'vitest';
import { helpArticles } from './articles.ts';

describe('the help articles that come with the product', () => {
  it('number at least three in each category', () => {
    const perCategory = Map.groupBy(helpArticles, article => article.category);
    for (const category of articleCategories)
      expect(perCategory.get(category)?.length).toBeGreaterThanOrEqual(3);
  });

  it('are what an admin could have written', () => {
    for (const { id: _id, ...article } of helpArticles)
      expect(articleDraft.parse(article)).toMatchObject(article);
  });

  it('have ids of their own', () => {
    expect(new Set(helpArticles.map(article => article.id)).size).toBe(helpArticles.length);
  });

  it('hold no empty paragraph', () => {
    for (const { answer } of helpArticles)
      expect(answer.split('\n').every(line => line.trim() === line && line)).toBeTruthy();
  });
});
