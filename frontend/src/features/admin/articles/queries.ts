import type { articleDraft } from '@closingwire/contracts/content';
import type { AdminArticle } from '@closingwire/contracts/screen-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { helpArticlesQuery } from '../../../product/help-articles.ts';
import { articlesCopy } from './copy.ts';

const articlesQuery = api.content.listAllArticles.queryOptions({ staleTime: 0 });

export const useArticles = () => useQuery(articlesQuery);

/** Also invalidates the articles that visitors see. */
function useArticleChange<Input>(
  call: (input: Input) => Promise<unknown>,
  { done, failed }: { done: string; failed: string },
) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: call,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: helpArticlesQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: articlesQuery.queryKey });
    },
    succeeded: { title: done },
    failed: { title: failed, fallback: '' },
  });
}

export const useSaveArticle = (article: AdminArticle | undefined) =>
  useArticleChange(
    (draft: z.input<typeof articleDraft>) =>
      article
        ? client.content.updateArticle({ ...draft, id: article.id })
        : client.content.createArticle(draft),
    article ? articlesCopy.updated : articlesCopy.created,
  );

export const useDeleteArticle = (article: AdminArticle) =>
  useArticleChange(() => client.content.deleteArticle({ id: article.id }), articlesCopy.deleted);
