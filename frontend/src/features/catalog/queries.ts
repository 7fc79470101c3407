import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useAction } from '../../lib/use-action.ts';
import { standingQuery, subscriptionsQuery } from '../../product/account.ts';
import { api, client } from '../../product/api.ts';
import { publishAuthEvent } from '../../product/auth-events.ts';
import type { Company } from '../../product/company-fields.tsx';
import { centsPerZip } from '../../product/price-per-zip.ts';
import { quoteQuery } from '../../product/quote.ts';
import { clearSelectedZips } from '../../product/selected-zips.ts';
import { sessionQuery } from '../../product/session.ts';
import { companyCopy, subscribeCopy } from './copy.ts';
import { type Offer, offerOf } from './offer.ts';
import type { Order } from './use-order.ts';

const PAGE_SIZE = 50;

export type ZipFilter = { state: string; search: string };

export const useZips = ({ state, search }: ZipFilter) =>
  useInfiniteQuery(
    api.catalog.listZips.infiniteOptions({
      input: (page: number) => ({
        page,
        limit: PAGE_SIZE,
        ...(state && { state }),
        ...(search && { search }),
      }),
      initialPageParam: 1,
      getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
      placeholderData: previous => previous,
    }),
  );

/** The user's ZIP codes; undefined while loading, and after a failure. */
export function useSubscribedZips(): ReadonlySet<string> | undefined {
  const { data } = useQuery(subscriptionsQuery);
  return data && new Set(data.map(({ zipCode: zip }) => zip.zipCode));
}

/** Whether the user's ZIP codes could not be read. It stays while they are read again, so its button keeps the focus. */
export function useSubscribedZipsFailure() {
  const { data, errorUpdateCount, refetch } = useQuery(subscriptionsQuery);
  return { hasFailed: data === undefined && errorUpdateCount > 0, retry: () => void refetch() };
}

export const useOrderQuote = (order: Order) =>
  useQuery(
    quoteQuery(
      'order',
      order.items.map(({ zipCode }) => zipCode),
    ),
  );
export type OrderQuote = ReturnType<typeof useOrderQuote>;

/** The order's price. Reads the account only without a quote. */
export function useOffer(
  order: Order,
  quote: OrderQuote,
  subscribed: ReadonlySet<string> | undefined,
): Offer {
  const standing = useQuery({ ...standingQuery, enabled: quote.isError });
  return offerOf({
    items: order.items,
    quote: quote.data,
    isStale: quote.isPlaceholderData,
    standing: standing.data,
    subscribed,
    publicCents: centsPerZip,
    now: new Date(),
  });
}

const takenZips = (error: unknown): string[] => {
  const named = error instanceof ApiError && error.status === 409 ? error.body.zipCodes : [];
  return Array.isArray(named) ? named.filter(zipCode => typeof zipCode === 'string') : [];
};

/** Orders the ZIPs, then opens the checkout, the dashboard (for a trial) or a toast. */
export function useSubscribe(order: Order) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    mutationFn: (zipCodeIds: string[]) => client.billing.subscribe({ zipCodeIds }),
    onSuccess: async ({ checkoutUrl, success, trialUser, message }) => {
      if (checkoutUrl) return window.location.assign(checkoutUrl);
      clearSelectedZips();
      await queryClient.invalidateQueries();
      if (success && trialUser) return navigate('/dashboard?trial_subscribed=true');
      notify({
        title: subscribeCopy.succeeded.title,
        description: message || subscribeCopy.succeeded.description,
        tone: 'positive',
      });
    },
    onError: error => {
      const taken = takenZips(error);
      if (taken.length === 0) return;
      order.remove(...taken);
      void queryClient.invalidateQueries({ queryKey: api.catalog.key() });
    },
    failed: subscribeCopy.failed,
  });
}

/** Sets industry and company. Availability depends on the industry. */
export function useSetCompany() {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (input: Company) => client.auth.setCompany(input),
    onSuccess: async user => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      publishAuthEvent('USER_UPDATED');
      await queryClient.invalidateQueries({ queryKey: api.catalog.key() });
    },
    succeeded: companyCopy.succeeded,
    failed: companyCopy.failed,
  });
}
