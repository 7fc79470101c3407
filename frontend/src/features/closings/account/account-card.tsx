import type { AccountStanding } from '@closingwire/contracts/screen-api';
import { CreditCard, Hourglass } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { openPaymentSetup } from '../../../product/payment-gate.ts';
import { Button } from '../../../ui/button.tsx';
import { accountCopy } from '../copy.ts';
import { Frame } from './account-frame.tsx';
import { type AccountState, accountState } from './account-state.ts';

/** Few accounts are in these states. */
const RareCard = lazy(() => import('./rare-card.tsx'));

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

export function AccountCard({ standing }: { standing: AccountStanding }) {
  const state = accountState(standing, new Date());
  switch (state.kind) {
    case 'hidden':
      return null;
    case 'setup':
      return (
        <Frame tone="caution" icon={<CreditCard aria-hidden />} {...accountCopy.setup} action={<AddCard />}>
          Put a card on file to receive the closings of your ZIP codes.
        </Frame>
      );
    case 'past-due':
    case 'ending':
    case 'expired':
    case 'ended':
      return (
        <Suspense fallback={null}>
          <RareCard state={state} hasUnpaid={standing.unpaidZipCount !== 0} />
        </Suspense>
      );
    default:
      return (
        <Trial state={state} isPayable={standing.unpaidZipCount !== 0 || standing.grantedZipCount === 0} />
      );
  }
}

function Trial({
  state,
  isPayable,
}: {
  state: Extract<AccountState, { daysLeft: number }>;
  isPayable: boolean;
}) {
  const { kind, daysLeft, hasPayment } = state;
  return (
    <Frame
      tone={kind === 'expiring' ? 'caution' : 'neutral'}
      icon={<Hourglass aria-hidden />}
      title={accountCopy[kind].title}
      badge={`${days(daysLeft)} left`}
      action={!hasPayment && isPayable && <AddCard />}
    >
      {hasPayment
        ? `Your trial runs for another ${days(daysLeft)}. A payment method is on file, so nothing pauses afterwards.`
        : `You have ${days(daysLeft)} remaining in your free trial. Add a payment method any time to go on without a gap.`}
    </Frame>
  );
}

const AddCard = () => (
  <Button tone="accent" onClick={openPaymentSetup}>
    Add Payment Method
  </Button>
);
