import type { FlagStatus } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';

type FlagPage = { leadFlags: LeadFlag[]; total?: number | undefined; pending?: number | undefined };

export const PAGE_SIZE = 50;

export const useFlags = (page: number) =>
  useQuery(
    api.leads.listFlags.queryOptions({
      input: { page, limit: PAGE_SIZE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );

const isPending = ({ status }: LeadFlag) => Number(status === 'pending');

export function useSetFlagStatus(flag: LeadFlag) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (status: FlagStatus) => client.leads.setFlagStatus({ flagId: flag.id, status }),
    onSuccess: (reply, status) => {
      const after = reply ?? { ...flag, status };
      queryClient.setQueriesData<FlagPage>(
        { queryKey: api.leads.listFlags.key() },
        page =>
          page && {
            ...page,
            leadFlags: page.leadFlags.map(one => (one.id === after.id ? after : one)),
            ...(page.pending !== undefined && {
              pending: page.pending + isPending(after) - isPending(flag),
            }),
          },
      );
    },
    succeeded: { title: 'Lead flag updated' },
    failed: { title: 'Failed to update lead flag status', fallback: '' },
  });
}
