import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { Lock } from 'lucide-react';
import { useId, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { CardForm, useCardProblems } from './card-form.tsx';
import { isPayment } from './client-secret.ts';
import { paymentFailed } from './copy.ts';
import { SystemError } from './system-error.tsx';

/** Confirms the card or payment, then navigates to the dashboard with the outcome in the URL. */
async function confirm(stripe: Stripe, elements: StripeElements, clientSecret: string) {
  const confirmParams = { return_url: `${window.location.origin}/dashboard` };
  const { error } = isPayment(clientSecret)
    ? await stripe.confirmPayment({ elements, confirmParams })
    : await stripe.confirmSetup({ elements, confirmParams });
  return error;
}

export function CardOnPage({ clientSecret }: { clientSecret: string }) {
  const id = useId();
  const { provider, isBroken, problems } = useCardProblems(paymentFailed);
  const [isPending, setPending] = useState(false);
  const [isReady, setReady] = useState(false);
  if (provider.isPending) return <Spinner className="w-full py-24" label="Loading the card form" />;
  if (isBroken || !provider.data) return <SystemError error={provider.error} />;
  return (
    <CardForm
      id={id}
      provider={provider.data}
      clientSecret={clientSecret}
      onConfirm={(stripe, elements) => confirm(stripe, elements, clientSecret)}
      onPending={setPending}
      onReady={setReady}
      {...problems}
    >
      <SubmitButton isPending={isPending} pendingLabel="Confirming..." disabled={!isReady}>
        <Lock aria-hidden /> {isPayment(clientSecret) ? 'Pay Now' : 'Confirm Payment Method'}
      </SubmitButton>
    </CardForm>
  );
}
