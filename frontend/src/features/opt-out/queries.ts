import type { optOutRequest } from '@closingwire/contracts/opt-out';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { useAction } from '../../lib/use-action.ts';
import { api, client } from '../../product/api.ts';
import { optOutCopy } from './copy.ts';

export type OptOutRequest = z.input<typeof optOutRequest>;

export const useOptOut = () =>
  useAction({
    mutationFn: (request: OptOutRequest) => client.leads.optOut(request),
    failed: optOutCopy.failed,
  });

/**
 * Reads the state of an emailed opt-out link. The cache drops the entry, whose key has the token, when the page
 * unmounts.
 */
export const linkQuery = (token: string) =>
  api.leads.optOutLink.queryOptions({
    input: { token },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Confirms an opt-out. If the link is used, reads its state again; the mutation is pending until then. */
export function useConfirmOptOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => client.leads.confirmOptOut({ token }),
    onError: async (error, token) => {
      if (!(error instanceof ApiError) || error.body.code !== 'link_used') return;
      await queries.refetchQueries({ queryKey: linkQuery(token).queryKey });
    },
    meta: { handlesUnauthorized: true },
  });
}
