import type { HelpArticle } from '@closingwire/contracts/content';

export type ArticleFilter = { text: string; category: string | null };

/** Returns articles whose question, answer or category contains the text, ignoring case. */
export function filterArticles(
  articles: readonly HelpArticle[],
  { text, category }: ArticleFilter,
): HelpArticle[] {
  const wanted = text.trim().toLowerCase();
  return articles.filter(
    article =>
      (category === null || article.category === category) &&
      [article.question, article.answer, article.category].some(field =>
        field.toLowerCase().includes(wanted),
      ),
  );
}

export function byCategory(articles: readonly HelpArticle[]): [category: string, articles: HelpArticle[]][] {
  return [...Map.groupBy(articles, article => article.category)];
}

export const paragraphs = (answer: string): string[] =>
  answer.split(/\r?\n/).filter(line => line.trim() !== '');
