import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/use-action.ts';
import { api, client } from '../../../product/api.ts';
import { keyCopy } from '../copy.ts';

export const keysQuery = api.auth.listApiKeys.queryOptions({ staleTime: 0 });

/** Refetched on focus, because an admin may change the access. */
export const apiAccessQuery = api.leads.apiAccess.queryOptions({ staleTime: 0, refetchOnWindowFocus: true });

function useKeysRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
}

export const useCreateKey = () =>
  useAction({
    mutationFn: (input: { name: string }) => client.auth.createApiKey(input),
    onSuccess: useKeysRefresh(),
    ...keyCopy.create,
  });

export const useRollKey = () =>
  useAction({
    mutationFn: (input: { keyId: string; overlapHours: number }) => client.auth.rollApiKey(input),
    onSuccess: useKeysRefresh(),
    ...keyCopy.roll,
  });

export const useRevokeKey = () =>
  useAction({
    mutationFn: (input: { keyId: string }) => client.auth.revokeApiKey(input),
    onSuccess: useKeysRefresh(),
    ...keyCopy.revoke,
  });
