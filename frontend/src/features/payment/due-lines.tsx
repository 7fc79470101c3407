import { formatCents } from '@closingwire/contracts/prices';
import { useQuery } from '@tanstack/react-query';
import { usePlaceNames } from '../../product/quote.ts';
import { Due, QuoteLines } from '../../product/quote-lines.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isPayment } from './client-secret.ts';
import { useConversionQuote, usePaymentProvider } from './queries.ts';

/** Shows what the user pays by confirming: a payment's amount, or the quote for a card on file. */
export function DueLines({ clientSecret }: { clientSecret: string }) {
  return isPayment(clientSecret) ? <PaymentDue clientSecret={clientSecret} /> : <SetupDue />;
}

export function SetupDue() {
  const quote = useConversionQuote();
  const places = usePlaceNames();
  if (quote.isPending) return <Spinner label="Loading what you pay" />;
  if (quote.isError) {
    return (
      <FailedState
        title="What you pay could not be loaded"
        error={quote.error}
        onRetry={() => quote.refetch()}
      />
    );
  }
  return <QuoteLines quote={quote.data} places={places} />;
}

function PaymentDue({ clientSecret }: { clientSecret: string }) {
  const provider = usePaymentProvider();
  const payment = useQuery({
    queryKey: ['payment', clientSecret],
    enabled: provider.isSuccess,
    queryFn: async () => {
      const { paymentIntent } = (await provider.data?.retrievePaymentIntent(clientSecret)) ?? {};
      return paymentIntent ?? null;
    },
  });
  if (!payment.data) return payment.isFetching ? <Spinner label="Loading what you pay" /> : null;
  return (
    <dl>
      <Due term="Due today" isStrong>
        {formatCents(payment.data.amount)}
      </Due>
    </dl>
  );
}
