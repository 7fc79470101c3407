import { isIndexed, publicPaths } from '@closingwire/contracts/pages';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Category = (typeof categories)[number];

export type PageGoals = { path: string; goals: Partial<Record<Category, number>> };

const forAll = { performance: 95, accessibility: 100, 'best-practices': 100 };

/** The scores that each public page must reach. Search engines are asked not to list some, which costs them the SEO score. */
export const pageGoals: readonly PageGoals[] = publicPaths.map(path => ({
  path,
  goals: isIndexed(path) ? { ...forAll, seo: 100 } : forAll,
}));
