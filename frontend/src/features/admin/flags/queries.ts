import type { FlagStatus, leadFlag } from '@closingwire/contracts/leads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, client } from '../../../lib/api.ts';
import { useAction } from '../../../lib/use-action.ts';

export type LeadFlag = z.output<typeof leadFlag>;

const flagsQuery = api.leads.listFlags.queryOptions({ staleTime: 0 });

export const useFlags = () => useQuery(flagsQuery);

export function useSetFlagStatus(flag: LeadFlag) {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (status: FlagStatus) => client.leads.setFlagStatus({ flagId: flag.id, status }),
    onSuccess: after => {
      queryClient.setQueryData(
        flagsQuery.queryKey,
        page => page && { leadFlags: page.leadFlags.map(one => (one.id === after.id ? after : one)) },
      );
    },
    succeeded: { title: 'Lead flag updated' },
    failed: { title: 'Failed to update lead flag status', fallback: '' },
  });
}
