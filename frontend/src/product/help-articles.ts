import { api } from './api.ts';

/** The published help articles. */
export const helpArticlesQuery = api.content.listArticles.queryOptions();
