import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../product/api.ts';
import { openProvider } from '../../product/payment-provider.ts';
import { quoteQuery } from '../../product/quote.ts';

/** Refetched, because an admin may have changed the payment mode. */
export const usePaymentProvider = () =>
  useQuery({
    queryKey: ['payment provider'],
    queryFn: openProvider,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** The charge and its date for a card on file. */
export const useConversionQuote = () => useQuery(quoteQuery('conversion'));

export const useSetUpPayment = () => useMutation({ mutationFn: () => client.billing.setUpPayment() });
