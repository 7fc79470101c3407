import { queryOptions } from '@tanstack/react-query';
import { api, client } from './api.ts';

/**
 * Describes an emailed link without using it. The cache drops the entry, whose key has the token, when the page
 * unmounts.
 */
export const mailedLinkQuery = (token: string) =>
  queryOptions({
    queryKey: api.auth.mailedLink.queryKey({ input: { token } }),
    queryFn: () => client.auth.mailedLink({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
