import type { Corrections } from '@closingwire/contracts/flagged-closings';
import type { FlaggedContact, FlagStatus } from '@closingwire/contracts/leads';
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
      refetchInterval: ({ state: { data } }) =>
        data?.leadFlags.some(({ credit }) => credit?.state === 'pending') ? CREDIT_REFRESH_MS : false,
      placeholderData: keepPreviousData,
    }),
  );

/** While billing decides on a credit. */
const CREDIT_REFRESH_MS = 1_000;

const isPending = ({ status }: LeadFlag) => Number(status === 'pending');

/** Returns a function that replaces a flag in the cached pages. */
function useReplaceFlag(flag: LeadFlag) {
  const queryClient = useQueryClient();
  return (after: LeadFlag) =>
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
}

export function useSetFlagStatus(flag: LeadFlag) {
  const replace = useReplaceFlag(flag);
  return useAction({
    mutationFn: (status: FlagStatus) => client.leads.setFlagStatus({ flagId: flag.id, status }),
    onSuccess: (reply, status) => void replace(reply ?? { ...flag, status }),
    succeeded: { title: 'Lead flag updated' },
    failed: { title: 'Failed to update lead flag status', fallback: '' },
  });
}

/** Replaces a flag; other flags of the same contact are read again. */
function useReplaceAll(flag: LeadFlag) {
  const queryClient = useQueryClient();
  const replace = useReplaceFlag(flag);
  return (after: LeadFlag) => {
    replace(after);
    void queryClient.invalidateQueries({ queryKey: api.leads.listFlags.key() });
  };
}

/** Confirms a wrong contact; billing credits the month of the reporter's ZIP within seconds. */
export function useConfirmWrong(flag: LeadFlag) {
  const replace = useReplaceAll(flag);
  return useAction({
    mutationFn: (contact?: FlaggedContact) =>
      client.leads.confirmWrongContact({ flagId: flag.id, ...(contact && { contact }) }),
    onSuccess: reply => void replace(reply),
    succeeded: { title: 'Wrong contact confirmed' },
    failed: { title: 'Failed to confirm the wrong contact', fallback: 'Please try again' },
  });
}

/** Takes a confirmation back; the credit stays. */
export function useTakeBackWrong(flag: LeadFlag) {
  const replace = useReplaceAll(flag);
  return useAction({
    mutationFn: () => client.leads.takeBackWrongContact({ flagId: flag.id }),
    onSuccess: reply => void replace(reply),
    succeeded: { title: 'Confirmation taken back' },
    failed: { title: 'Failed to take the confirmation back', fallback: 'Please try again' },
  });
}

/** Hides the closing from every customer, or shows it again. */
export function useSetClosingHidden(flag: LeadFlag) {
  const replace = useReplaceAll(flag);
  return useAction({
    mutationFn: (isHidden: boolean) => client.leads.setClosingHidden({ flagId: flag.id, isHidden }),
    onSuccess: reply => void replace(reply),
    succeeded: (_, isHidden) => ({ title: isHidden ? 'Closing hidden' : 'Closing shown again' }),
    failed: { title: 'Failed to change the closing', fallback: 'Please try again' },
  });
}

/** Corrects the closing and its agent for every customer. */
export function useCorrectClosing(flag: LeadFlag) {
  const replace = useReplaceAll(flag);
  return useAction({
    mutationFn: (fields: Corrections) => client.leads.correctClosing({ flagId: flag.id, fields }),
    onSuccess: reply => void replace(reply),
    succeeded: { title: 'Closing corrected' },
    failed: { title: 'Failed to correct the closing', fallback: 'Please try again' },
  });
}
