import type { PaymentRequired } from '@closingwire/contracts/failure';
import { useLocation } from 'react-router-dom';
import { useConvertTrial } from '../../lib/checkout.ts';
import { formatUsd, ZIP_PRICE_USD } from '../../lib/money.ts';
import { dismissPaymentDemand } from '../../lib/payment-gate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Opens whenever the server asks for payment: what is at stake, and how to go on. */
export default function TrialExpiredDialog({ payment }: { payment: PaymentRequired }) {
  const { start, isPending, unpaid } = useConvertTrial();
  const { pathname } = useLocation();
  const zipCount = payment.zipCount || unpaid.length;
  const monthlyUsd = payment.monthlyAmount || zipCount * ZIP_PRICE_USD;
  return (
    <Dialog
      open
      onOpenChange={dismissPaymentDemand}
      title={payment.trialExpired ? 'Your free trial has ended' : 'Payment method required'}
      description="Continue with a payment method to see the closings of your ZIP codes again."
      footer={
        <>
          {pathname !== '/zips' && (
            <ButtonLink to="/zips" onClick={dismissPaymentDemand}>
              Add ZIP Codes
            </ButtonLink>
          )}
          <Button tone="accent" onClick={start} disabled={isPending}>
            {isPending ? 'Opening checkout...' : 'Continue to Payment'}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line text-sm">
        {unpaid.map(({ id, zipCode }) => (
          <li key={id} className="flex justify-between gap-4 py-2.5">
            <span>
              <span className="font-semibold">{zipCode.zipCode}</span> {zipCode.city}, {zipCode.state}
            </span>
            <span className="text-muted">{formatUsd(ZIP_PRICE_USD)}/month</span>
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between border-t border-line pt-4">
        <span className="font-semibold">
          {zipCount} ZIP {zipCount === 1 ? 'code' : 'codes'}
        </span>
        <span className="text-xl font-bold">{formatUsd(monthlyUsd)}/month</span>
      </p>
    </Dialog>
  );
}
