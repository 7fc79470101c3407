import { formatCents } from '@closingwire/contracts/prices';
import { useQuery } from '@tanstack/react-query';
import { ConversionQuote } from '../../product/conversion-quote.tsx';
import { Due } from '../../product/quote-lines.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isPayment } from './client-secret.ts';
import { usePaymentProvider } from './queries.ts';

/** Shows what the user pays by confirming: a payment's amount, or the quote for a card on file. */
export function DueLines({ clientSecret }: { clientSecret: string }) {
  return isPayment(clientSecret) ? <PaymentDue clientSecret={clientSecret} /> : <ConversionQuote />;
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
