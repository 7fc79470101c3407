export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Category = (typeof categories)[number];

export type PageGoals = { path: string; goals: Partial<Record<Category, number>> };

const forAll = { performance: 95, accessibility: 100, 'best-practices': 100 };

const listed = (path: string): PageGoals => ({ path, goals: { ...forAll, seo: 100 } });

/** Search engines are asked not to list it, which costs it the SEO score. */
const unlisted = (path: string): PageGoals => ({ path, goals: forAll });

/** The scores that each public page must reach. */
export const pageGoals: readonly PageGoals[] = [
  ...['/', '/register', '/auth', '/help', '/contact', '/privacy-policy', '/opt-out'].map(listed),
  ...['/forgot-password', '/reset-password', '/opt-out/confirm', '/unsubscribe'].map(unlisted),
];
