import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, client } from '../../lib/api.ts';
import { failureOf } from '../../lib/api-error.ts';
import { trackedFetch } from '../../lib/reachability.ts';
import type { LinkInAddress } from './link-in-address.ts';

/** What the link does; looking changes nothing. The token is in no key that outlives the page. */
export const mailedLinkQuery = (token: string) =>
  queryOptions({
    queryKey: api.auth.mailedLink.queryKey({ input: { token } }),
    queryFn: ({ signal }) => client.auth.mailedLink({ token }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Uses up a link of the wire protocol. Its reply names where `GET /verify` would have led. */
async function pressByProtocol({ token, type, redirectTo }: LinkInAddress): Promise<string> {
  const query = new URLSearchParams({
    token,
    ...(type && { type }),
    ...(redirectTo && { redirect_to: redirectTo }),
  });
  const reply = await trackedFetch(`/api/auth/v1/verify/link?${query}`, {
    method: 'POST',
    credentials: 'omit',
    // Without a target of its own a link would lead to where the request came from: here.
    referrerPolicy: 'no-referrer',
  });
  if (!reply.ok) throw await failureOf(reply);
  const { location } = (await reply.json()) as { location: string };
  return location;
}

async function pressByProduct({ token, next }: LinkInAddress): Promise<string> {
  const { goTo } = await client.auth.pressMailedLink({ token, ...(next && { next }) });
  return goTo;
}

/** Does what the link stands for, and leaves for where it leads: as a whole page, whose session may be another. */
export const usePress = () =>
  useMutation({
    mutationFn: (link: LinkInAddress) => (link.type ? pressByProtocol(link) : pressByProduct(link)),
    onSuccess: target => window.location.replace(target),
    meta: { handlesUnauthorized: true },
  });
