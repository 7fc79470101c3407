import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { testCopy } from './copy.ts';

export type EmailStatus = Awaited<ReturnType<typeof client.notifications.emailStatus>>;

const WATCH_MS = 2_000;

export const isUnderWay = ({ test }: Pick<EmailStatus, 'test'>): boolean =>
  test === 'waiting' || test === 'sending';

const key = api.notifications.emailStatus.queryKey();

/** Whether email reaches the user; polled while a test email is in progress. */
export const useEmailStatus = (): EmailStatus | undefined =>
  useQuery(
    api.notifications.emailStatus.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && WATCH_MS,
    }),
  ).data;

export function useTestEmail() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.notifications.testEmail(),
    onSuccess: status => queryClient.setQueryData(key, status),
    failed: testCopy.failed,
  });
}
