import type { ArticleDraft } from '@closingwire/contracts/content';

/** A help article of the product. `id` never changes. */
export type SeedArticle = Pick<ArticleDraft, 'question' | 'answer' | 'category'> & { id: string };

/** Help pages show each line as a paragraph. */
export const joinParagraphs = (...lines: string[]): string => lines.join('\n');
