import { useQuery } from '@tanstack/react-query';
import { api } from '../../../product/api.ts';

const ROWS = 10;
const fresh = { staleTime: 0 };

export const useCustomer = (userId: string) =>
  useQuery(api.auth.readCustomer.queryOptions({ input: { userId }, ...fresh }));

export const useAccess = (userId: string) =>
  useQuery(api.auth.customerAccess.queryOptions({ input: { userId }, ...fresh }));

export const useMoney = (userId: string) =>
  useQuery(api.billing.customerMoney.queryOptions({ input: { userId }, ...fresh }));

export const useCard = (userId: string) =>
  useQuery(api.billing.customerCard.queryOptions({ input: { userId }, ...fresh }));

/** The lists of all ZIPs of the user, or the list of one ZIP that the user need not have. */
export const useLists = (userId: string, zip?: string) =>
  useQuery(
    api.leads.explainLists.queryOptions({
      input: { userId, ...(zip && { zip }) },
      ...fresh,
      enabled: zip === undefined || isZip(zip),
    }),
  );

export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/** Reads a ZIP of the catalog with its holders; null if the catalog does not have it. */
export const useCatalogZip = (zip: string) =>
  useQuery({
    ...api.catalog.listAllZips.queryOptions({ input: { page: 1, limit: 1, search: zip }, ...fresh }),
    enabled: isZip(zip),
    select: ({ zipCodes }) => zipCodes.find(({ zipCode }) => zipCode === zip) ?? null,
  });

export const useCustomerDeliveries = (userId: string) =>
  useQuery(api.leads.customerDeliveries.queryOptions({ input: { userId }, ...fresh }));

export const useCustomerMails = (userId: string) =>
  useQuery(api.notifications.listMails.queryOptions({ input: { userId, page: 1, limit: ROWS }, ...fresh }));

export const useCustomerFlags = (userId: string) =>
  useQuery(api.leads.listFlags.queryOptions({ input: { userId, page: 1, limit: ROWS }, ...fresh }));

export const useCustomerAudit = (userId: string) =>
  useQuery(api.auth.searchAudit.queryOptions({ input: { who: userId, page: 1, limit: ROWS }, ...fresh }));
