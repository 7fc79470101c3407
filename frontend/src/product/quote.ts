import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { subscriptionsQuery } from './account.ts';
import { api } from './api.ts';

/** The price of ordering these ZIPs, or of paying for the trial's; refetched whenever it is shown. */
export const quoteQuery = (purpose: 'order' | 'conversion', zipCodes: readonly string[] = []) =>
  api.billing.quote.queryOptions({
    input: { purpose, ...(zipCodes.length > 0 && { zipCodes: zipCodes.join(',') }) },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** City and state of the user's ZIPs by code: quotes contain only codes. */
export function usePlaceNames(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(subscriptionsQuery);
  return new Map(data.map(({ zipCode: { zipCode, city, state } }) => [zipCode, `${city}, ${state}`]));
}
