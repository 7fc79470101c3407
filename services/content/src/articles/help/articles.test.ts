import { articleDraft } from '@closingwire/contracts/content';
import { articleCategories } from '@closingwire/contracts/reference';
import { describe, expect, it } from 'vitest';
import { answerVersions, versionOf } from './answer-versions.ts';
import { helpArticles } from './articles.ts';

describe('the seeded help articles', () => {
  it('are at least three per category', () => {
    const perCategory = Map.groupBy(helpArticles, article => article.category);
    for (const category of articleCategories)
      expect(perCategory.get(category)?.length).toBeGreaterThanOrEqual(3);
  });

  it('match the schema of a draft', () => {
    for (const { id: _id, ...article } of helpArticles)
      expect(articleDraft.parse(article)).toMatchObject(article);
  });

  it('have unique ids', () => {
    expect(new Set(helpArticles.map(article => article.id)).size).toBe(helpArticles.length);
  });

  it('have their newest version last among the known ones', () => {
    const newest = Object.entries(answerVersions).map(([id, versions]) => [id, versions.at(-1)]);
    expect(Object.fromEntries(newest)).toEqual(
      Object.fromEntries(helpArticles.map(({ id, answer }) => [id, versionOf(answer)])),
    );
  });

  it('have no empty paragraph', () => {
    for (const { answer } of helpArticles)
      expect(answer.split('\n').every(line => line.trim() === line && line)).toBeTruthy();
  });
});
