import type { PaymentRequired } from '@closingwire/contracts/route';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { standingQuery } from '../../product/account.ts';
import { ConversionQuote } from '../../product/conversion-quote.tsx';
import { hasGrantedOnly } from '../../product/granted-only.ts';
import { closePaymentStep } from '../../product/payment-gate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useConvertTrial } from './queries.ts';

const titles = {
  trial: 'Your free trial has ended',
  ended: 'Your subscription has ended',
  other: 'Payment method required',
};

/** Opens for a 402: the affected ZIPs, their price, and the next step. */
export default function TrialExpiredDialog({ payment }: { payment: PaymentRequired }) {
  const standing = useQuery(standingQuery);
  if (standing.isPending || (standing.data && hasGrantedOnly(standing.data))) return null;
  const hasEnded = standing.data?.paymentState === 'ended';
  const title = titles[hasEnded ? 'ended' : payment.trialExpired ? 'trial' : 'other'];
  return standing.data?.unpaidZipCount === 0 ? <NothingToPay title={title} /> : <Payment title={title} />;
}

/** A user without ZIPs has nothing to pay; the next step is an order. */
function NothingToPay({ title }: { title: string }) {
  return (
    <Dialog
      open
      onOpenChange={closePaymentStep}
      title={title}
      footer={
        <ButtonLink tone="accent" to="/zips" onClick={closePaymentStep}>
          Browse ZIP Codes
        </ButtonLink>
      }
    >
      Order ZIP codes to see their closings.
    </Dialog>
  );
}

function Payment({ title }: { title: string }) {
  const { start, isPending } = useConvertTrial();
  const { pathname } = useLocation();
  return (
    <Dialog
      open
      onOpenChange={closePaymentStep}
      title={title}
      description="Continue with a payment method to see the closings of your ZIP codes again."
      footer={
        <>
          {pathname !== '/zips' && (
            <ButtonLink to="/zips" onClick={closePaymentStep}>
              Add ZIP Codes
            </ButtonLink>
          )}
          <Button tone="accent" onClick={start} disabled={isPending}>
            {isPending ? 'Opening checkout...' : 'Continue to Payment'}
          </Button>
        </>
      }
    >
      {/* The server refused the lists, so the trial is over and no day is free. */}
      <ConversionQuote freeDays={0} spinnerClassName="w-full py-10" />
    </Dialog>
  );
}
