import type { Source } from '@closingwire/contracts/sources';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { feedCopy, sourcesCopy } from './copy.ts';
import type { FeedDraft } from './feed-form.ts';
import { isAtWork } from './is-at-work.ts';
import type { License } from './source-form.ts';

const REFRESH_MS = 5_000;
/** While a feed pulls, or its pull is due. */
const AT_WORK_REFRESH_MS = 1_000;

/** All sources. They are read again while the page is visible, because feeds change on their own. */
export const useSources = () =>
  useQuery(
    api.leads.listSources.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.sources.some(({ feed }) => isAtWork(feed, new Date())) ? AT_WORK_REFRESH_MS : REFRESH_MS,
    }),
  );

/** Returns whether the server refused a call with this code. */
export const isRefusedAs = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.body.code === code;

/** A change of a source. `shownInForm`: the code of a refusal that the form shows at a field. */
function useSourceChange<Input>(
  call: (input: Input) => Promise<unknown>,
  { done, failed }: { done: string; failed: string },
  shownInForm?: string,
) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: call,
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.leads.listSources.key() }),
    succeeded: { title: done },
    failed: error =>
      shownInForm && isRefusedAs(error, shownInForm) ? undefined : { title: failed, fallback: '' },
  });
}

const COUNTED_MS = 60_000;

/** Counts the closings that only this source shows, once a change of its license concerns them. */
export const useClosingsOf = (source: Source | undefined, isConcerned: boolean) =>
  useQuery(
    api.leads.closingsOfSource.queryOptions({
      input: { sourceId: source?.id ?? 0 },
      enabled: source !== undefined && isConcerned,
      staleTime: COUNTED_MS,
    }),
  );

export const useSaveSource = (source: Source | undefined) =>
  useSourceChange(
    ({ kind, ...license }: License & Pick<Source, 'kind'>) =>
      source
        ? client.leads.updateSource({ ...license, sourceId: source.id })
        : client.leads.createSource({ ...license, kind }),
    source ? sourcesCopy.updated : sourcesCopy.created,
    'source_exists',
  );

export const useSaveFeed = ({ id }: Source) =>
  useSourceChange(
    (draft: FeedDraft) => client.leads.saveFeed({ ...draft, sourceId: id }),
    feedCopy.saved,
    'no_secret',
  );

export const usePullFeed = ({ id }: Source) =>
  useSourceChange(() => client.leads.pullFeed({ sourceId: id }), feedCopy.pulled);

/** Tests the stored settings of a feed. The page shows the result. */
export const useTestFeed = ({ id }: Source) =>
  useAction({ mutationFn: () => client.leads.testFeed({ sourceId: id }) });
