import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { notify, reloadWithNotice } from '../../lib/notify.ts';
import { standingQuery } from '../../product/account.ts';
import { ConversionQuote } from '../../product/conversion-quote.tsx';
import { hasGrantedOnly } from '../../product/granted-only.ts';
import { closePaymentStep } from '../../product/payment-gate.ts';
import { awaitPaymentSetup, isPaymentSetUp, paymentSetupCopy } from '../../product/verify-payment-setup.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CardForm, useCardProblems } from './card-form.tsx';
import { setupCopy } from './copy.ts';
import { useSetUpPayment } from './queries.ts';
import { SystemError } from './system-error.tsx';

/** Puts a card on file without leaving the page, and shows the charge and its date. */
export default function PaymentMethodDialog() {
  const form = useId();
  const [pending, setPending] = useState(false);
  const [isReady, setReady] = useState(false);
  const standing = useQuery(standingQuery);
  // A user with only granted ZIPs has nothing to pay.
  const isNeedless = standing.data && hasGrantedOnly(standing.data);
  useEffect(() => {
    if (isNeedless) closePaymentStep();
  }, [isNeedless]);
  if (isNeedless || standing.isPending) return null;
  return (
    <Dialog
      open
      hostsFrames
      stays={pending}
      onOpenChange={() => !pending && closePaymentStep()}
      title="Add a payment method"
      description="Your card is kept by our payment provider; we never see its number."
      footer={
        <>
          <Button onClick={closePaymentStep} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={form} tone="accent" disabled={pending || !isReady}>
            {pending ? 'Saving card...' : 'Save Card'}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <section aria-label="What you pay" className="rounded-xl bg-sunken p-4">
          <ConversionQuote />
        </section>
        <SetupForm id={form} onPending={setPending} onReady={setReady} />
      </div>
    </Dialog>
  );
}

type SetupFormProps = {
  id: string;
  onPending: (isPending: boolean) => void;
  onReady: (isReady: boolean) => void;
};

function SetupForm({ id, onPending, onReady }: SetupFormProps) {
  const { provider, isBroken, problems } = useCardProblems(setupCopy.failed);
  const { mutate: begin, ...setup } = useSetUpPayment();
  useEffect(() => begin(), [begin]);
  if (isBroken) return <SystemError error={provider.error} />;
  if (setup.isError) return <SetupError onRetry={() => begin()} />;
  if (!provider.data || !setup.data)
    return <Spinner className="w-full py-20" label="Loading the card form" />;
  return (
    <CardForm
      id={id}
      provider={provider.data}
      clientSecret={setup.data.clientSecret}
      onConfirm={putOnFile}
      onEscape={closePaymentStep}
      onPending={onPending}
      onReady={onReady}
      {...problems}
    />
  );
}

/** Confirms the card, has the server verify it, and reloads the page. */
async function putOnFile(stripe: Stripe, elements: StripeElements): Promise<StripeError | undefined> {
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    // For the few payment methods with a page of their own.
    confirmParams: { return_url: `${window.location.origin}/dashboard` },
    redirect: 'if_required',
  });
  if (error) return error;
  if (setupIntent.status === 'processing') {
    closePaymentStep();
    if (await awaitPaymentSetup(setupIntent.id))
      reloadWithNotice({ ...paymentSetupCopy.added, tone: 'positive' });
  } else if (await isPaymentSetUp(setupIntent.id)) {
    closePaymentStep();
    reloadWithNotice({ ...paymentSetupCopy.added, tone: 'positive' });
  } else {
    notify({ ...paymentSetupCopy.unverified, tone: 'danger' });
  }
  return undefined;
}

function SetupError({ onRetry }: { onRetry: () => void }) {
  useEffect(() => notify({ ...setupCopy.notStarted, tone: 'danger' }), []);
  return (
    <NoticeBox
      tone="danger"
      title={setupCopy.notStarted.title}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {setupCopy.notStarted.description}
    </NoticeBox>
  );
}
