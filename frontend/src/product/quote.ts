import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { subscriptionsQuery } from './account.ts';

/** What an order of these ZIPs costs, or paying for the trial's; asked anew whenever it is shown. */
export const quoteQuery = (purpose: 'order' | 'conversion', zipCodes: readonly string[] = []) =>
  api.billing.quote.queryOptions({
    input: { purpose, ...(zipCodes.length > 0 && { zipCodes: zipCodes.join(',') }) },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** City and state of the ZIPs that the user has, by code: quotes name codes alone. */
export function usePlaceNames(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(subscriptionsQuery);
  return new Map(data.map(({ zipCode: { zipCode, city, state } }) => [zipCode, `${city}, ${state}`]));
}
