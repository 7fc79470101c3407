import { api } from './api.ts';

export const helpArticlesQuery = api.content.listArticles.queryOptions();
