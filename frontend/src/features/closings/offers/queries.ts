import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../../product/account.ts';
import { api } from '../../../product/api.ts';

/** Offers come and go without the page. */
const STALE_MS = 30_000;

/** The waits whose ZIP the user can order now. A server of the specification has no such call: a failure shows none. */
export function useOpenOffers(now: Date): (ZipWait & { offerEndsAt: string })[] {
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const { data } = useQuery(
    api.catalog.listZipWaits.queryOptions({ input: {}, staleTime: STALE_MS, retry: false }),
  );
  // Catalog ends the wait for a ZIP that was ordered some seconds later.
  const own = new Set(subscriptions?.map(({ zipCode }) => zipCode.zipCode));
  return (data?.waits ?? []).flatMap(wait => {
    const { offerEndsAt, zipCode } = wait;
    const isOpen = offerEndsAt !== null && Date.parse(offerEndsAt) > now.getTime() && !own.has(zipCode);
    return isOpen ? [{ ...wait, offerEndsAt }] : [];
  });
}
