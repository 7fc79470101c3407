import type { Books } from '@closingwire/contracts/books';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';

export const PAGE_SIZE = 25;

const SECOND_MS = 1_000;

export const isUnderWay = ({ run }: Pick<Books, 'run'>) =>
  run?.state === 'comparing' || run?.state === 'confirming';

/** The last run and a page of its differences; polled faster during a run. */
export const useBooks = (page: number) =>
  useQuery(
    api.billing.readBooks.queryOptions({
      input: { page, limit: PAGE_SIZE },
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 2 : 30) * SECOND_MS,
      placeholderData: keepPreviousData,
    }),
  );

export function useCompareBooks() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (input: { repairMany?: boolean }) => client.billing.compareBooks(input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.billing.readBooks.key() }),
    failed: { title: 'The books could not be compared', fallback: 'Please try again.' },
  });
}
