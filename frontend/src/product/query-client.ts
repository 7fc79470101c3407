import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnauthorized, paymentRequiredBy } from '../lib/api-error.ts';
import { requirePayment } from './payment-gate.ts';
import { leaveForSignIn } from './sign-in-redirect.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { handlesUnauthorized?: boolean };
    mutationMeta: { handlesUnauthorized?: boolean };
  }
}

function handleFailure(error: unknown, meta: { handlesUnauthorized?: boolean } | undefined): void {
  if (isUnauthorized(error) && !meta?.handlesUnauthorized) leaveForSignIn();
  const payment = paymentRequiredBy(error);
  if (payment) requirePayment(payment);
}

const FIVE_MINUTES_MS = 5 * 60_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => handleFailure(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => handleFailure(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { staleTime: FIVE_MINUTES_MS, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
