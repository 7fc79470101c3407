import type { HelpArticle } from '@closingwire/contracts/content';

export type ArticleFilter = { text: string; category: string | null };

/** Articles whose question, answer or category holds the text, whatever the case. */
export function filterArticles(
  articles: readonly HelpArticle[],
  { text, category }: ArticleFilter,
): HelpArticle[] {
  const wanted = text.trim().toLowerCase();
  return articles.filter(
    article =>
      (category === null || article.category === category) &&
      [article.question, article.answer, article.category].some(part => part.toLowerCase().includes(wanted)),
  );
}

/** Articles by category, in the order in which the categories first appear. */
export function byCategory(articles: readonly HelpArticle[]): [category: string, articles: HelpArticle[]][] {
  return [...Map.groupBy(articles, article => article.category)];
}

/** Paragraphs of an answer: its lines that are not empty. */
export const paragraphs = (answer: string): string[] =>
  answer.split(/\r?\n/).filter(line => line.trim() !== '');
