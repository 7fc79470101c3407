import { queryOptions } from '@tanstack/react-query';
import { api, client } from '../lib/api.ts';

/** What a mailed link does; looking changes nothing. The token is in no key that outlives the page. */
export const mailedLinkQuery = (token: string) =>
  queryOptions({
    queryKey: api.auth.mailedLink.queryKey({ input: { token } }),
    queryFn: () => client.auth.mailedLink({ token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
