import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from '../../../product/account.ts';
import { useZipWaits } from '../../../product/zip-waits.ts';

/** The waits whose ZIP the user can order now. A server of the specification has no such call: a failure shows none. */
export function useOpenOffers(): (ZipWait & { offerEndsAt: string })[] {
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const { data: waits = [] } = useZipWaits();
  // Catalog ends the wait for a ZIP that was ordered some seconds later.
  const own = new Set(subscriptions?.map(({ zipCode }) => zipCode.zipCode));
  return waits.flatMap(wait => {
    const { offerEndsAt, zipCode } = wait;
    return offerEndsAt !== null && !own.has(zipCode) ? [{ ...wait, offerEndsAt }] : [];
  });
}
