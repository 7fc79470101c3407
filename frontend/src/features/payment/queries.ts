import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { openProvider } from '../../product/payment-provider.ts';
import { quoteQuery } from '../../product/quote.ts';

/** The provider with the key of the stored mode, which an admin may have changed since the last time. */
export const usePaymentProvider = () =>
  useQuery({
    queryKey: ['payment provider'],
    queryFn: openProvider,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** What putting a card on file will charge, and when. */
export const useConversionQuote = () => useQuery(quoteQuery('conversion'));

export const useSetUpPayment = () => useMutation({ mutationFn: () => client.billing.setUpPayment() });
