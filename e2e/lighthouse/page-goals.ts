import { isIndexed, publicPaths } from '@closingwire/contracts/pages';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Category = (typeof categories)[number];

export type PageGoals = { path: string; goals: Partial<Record<Category, number>> };

const forAll = { performance: 95, accessibility: 100, 'best-practices': 100 };

/** Goals of each public page. Pages that search engines must not list cannot get the SEO score. */
export const pageGoals: readonly PageGoals[] = publicPaths.map(path => ({
  path,
  goals: isIndexed(path) ? { ...forAll, seo: 100 } : forAll,
}));
