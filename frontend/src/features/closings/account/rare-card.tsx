import { CreditCard, Hourglass, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatLongDay } from '../../../lib/dates.ts';
import { useBillingPortal } from '../../../product/billing-portal.ts';
import { Button } from '../../../ui/button.tsx';
import { accountCopy } from '../copy.ts';
import { Browse, Continue, Frame } from './account-frame.tsx';
import type { AccountState } from './account-state.ts';

const dayOf = (instant: string) => formatLongDay(new Date(instant));

type RareState = Extract<AccountState, { kind: 'past-due' | 'ending' | 'expired' | 'ended' }>;

/** Tells that payments failed or end, or that the account has ended. */
export default function RareCard({ state, hasUnpaid }: { state: RareState; hasUnpaid: boolean }) {
  if (state.kind === 'past-due') return <PastDue nextAttemptAt={state.nextAttemptAt} />;
  if (state.kind === 'ending') return <Ending endsAt={state.endsAt} />;
  return <Closed state={state} hasUnpaid={hasUnpaid} />;
}

const closedTexts = {
  expired: {
    unpaid: 'Your lists wait for you. Continue with a payment method to see them again.',
    none: 'You have no ZIP codes now. Order some to see their closings.',
  },
  ended: {
    unpaid:
      'Your card could not be charged, so your lists are closed. Continue with a payment method to see them again.',
    none: 'Your card could not be charged, so your ZIP codes are no longer yours. Order some to see their closings.',
  },
};

function Closed({
  state,
  hasUnpaid,
}: {
  state: Extract<AccountState, { kind: 'expired' | 'ended' }>;
  hasUnpaid: boolean;
}) {
  return (
    <Frame
      tone="danger"
      icon={<TriangleAlert aria-hidden />}
      {...accountCopy[state.kind]}
      action={hasUnpaid ? <Continue isTrial={state.kind === 'expired'} /> : <Browse />}
    >
      {closedTexts[state.kind][hasUnpaid ? 'unpaid' : 'none']}
      {state.releaseAt && ` We hold your ZIP codes until ${dayOf(state.releaseAt)}.`}
    </Frame>
  );
}

function PastDue({ nextAttemptAt }: { nextAttemptAt: string | null }) {
  return (
    <Frame
      tone="danger"
      icon={<CreditCard aria-hidden />}
      {...accountCopy.pastDue}
      action={<OpenPortal tone="accent">Update Card</OpenPortal>}
    >
      Your last payment did not go through. Your lists stay open meanwhile
      {nextAttemptAt ? `; the next try is on ${dayOf(nextAttemptAt)}.` : '.'}
    </Frame>
  );
}

function Ending({ endsAt }: { endsAt: string }) {
  return (
    <Frame
      tone="caution"
      icon={<Hourglass aria-hidden />}
      {...accountCopy.ending}
      badge={`Ends ${dayOf(endsAt)}`}
      action={<OpenPortal>Manage Subscription</OpenPortal>}
    >
      You ended your subscription. Your lists stay open until {dayOf(endsAt)}, and nothing is charged
      afterwards.
    </Frame>
  );
}

function OpenPortal(look: Pick<ComponentProps<typeof Button>, 'tone' | 'children'>) {
  const portal = useBillingPortal();
  return <Button {...look} onClick={() => portal.mutate()} disabled={portal.isPending} />;
}
