import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../../product/account.ts';
import { isWaiting, zipWaitsQuery } from '../../../product/zip-waits.ts';

/** The waits whose ZIP the user can order now. A server of the specification has no such call: a failure shows none. */
export function useOpenOffers(): (ZipWait & { offerEndsAt: string })[] {
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const { data } = useQuery(zipWaitsQuery);
  // Catalog ends the wait for a ZIP that was ordered some seconds later.
  const own = new Set(subscriptions?.map(({ zipCode }) => zipCode.zipCode));
  return (data?.waits ?? []).flatMap(wait => {
    const { offerEndsAt, zipCode } = wait;
    return offerEndsAt !== null && isWaiting(wait) && !own.has(zipCode) ? [{ ...wait, offerEndsAt }] : [];
  });
}
