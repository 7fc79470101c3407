import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../../lib/api.ts';
import { keyCopy } from '../copy.ts';
import { tellFailure, tellSuccess } from '../tell-outcome.ts';

export const keysQuery = api.auth.listApiKeys.queryOptions({ staleTime: 0 });

/** An admin may change it while the page stands open: it is read again with each look at the page. */
export const apiAccessQuery = api.leads.apiAccess.queryOptions({ staleTime: 0, refetchOnWindowFocus: true });

function useKeysChange<Input, Reply>(
  call: (input: Input) => Promise<Reply>,
  copy: Parameters<typeof tellFailure>[0] & Partial<Parameters<typeof tellSuccess>[0]>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      if (copy.succeeded) tellSuccess({ succeeded: copy.succeeded });
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
    onError: tellFailure(copy),
  });
}

export const useCreateKey = () =>
  useKeysChange((input: { name: string }) => client.auth.createApiKey(input), keyCopy.create);

export const useRollKey = () =>
  useKeysChange(
    (input: { keyId: string; overlapHours: number }) => client.auth.rollApiKey(input),
    keyCopy.roll,
  );

export const useRevokeKey = () =>
  useKeysChange((input: { keyId: string }) => client.auth.revokeApiKey(input), keyCopy.revoke);
