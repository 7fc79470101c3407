import { useMutation } from '@tanstack/react-query';
import { failureOf } from '../../lib/api-error.ts';
import { trackedFetch } from '../../lib/reachability.ts';
import { client } from '../../product/api.ts';
import type { LinkInAddress } from './link-in-address.ts';

/** Uses a wire protocol link. Returns the redirect target of `GET /verify`. */
async function pressByProtocol({ token, type, redirectTo }: LinkInAddress): Promise<string> {
  const body = { token, ...(type && { type }), ...(redirectTo && { redirect_to: redirectTo }) };
  const reply = await trackedFetch('/api/auth/v1/verify/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    // Without a target, the server would redirect to the referrer: this page.
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

/** Uses the link and navigates to its target with a full page load, because the session may be new. */
export const usePress = () =>
  useMutation({
    mutationFn: (link: LinkInAddress) => (link.type ? pressByProtocol(link) : pressByProduct(link)),
    onSuccess: target => window.location.replace(target),
    meta: { handlesUnauthorized: true },
  });
