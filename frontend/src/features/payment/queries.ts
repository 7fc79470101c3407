import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../product/api.ts';
import { openProvider } from '../../product/payment-provider.ts';

/** Refetched, because an admin may have changed the payment mode. */
export const usePaymentProvider = () =>
  useQuery({
    queryKey: ['payment provider'],
    queryFn: openProvider,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

export const useSetUpPayment = () => useMutation({ mutationFn: () => client.billing.setUpPayment() });
