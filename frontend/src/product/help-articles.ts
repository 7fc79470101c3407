import { api } from '../lib/api.ts';

/** Published help articles; the help center and the contact page show them. */
export const helpArticlesQuery = api.content.listArticles.queryOptions();
