import type { AccountStanding } from '@closingwire/contracts/screen-api';
import clsx from 'clsx';
import { CreditCard, Hourglass, LockKeyhole, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatLongDay } from '../../../lib/dates.ts';
import { useBillingPortal } from '../../../product/billing-portal.ts';
import { openPaymentSetup, requireConversion } from '../../../product/payment-gate.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { accountCopy, closedCopy } from '../copy.ts';
import { type AccountState, accountState } from './account-state.ts';

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const dayOf = (instant: string) => formatLongDay(new Date(instant));

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
      return <PastDue nextAttemptAt={state.nextAttemptAt} />;
    case 'ending':
      return <Ending endsAt={state.endsAt} />;
    case 'expired':
    case 'ended':
      return <Closed state={state} hasUnpaid={standing.unpaidZipCount !== 0} />;
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

const AddCard = () => (
  <Button tone="accent" onClick={openPaymentSetup}>
    Add Payment Method
  </Button>
);

/** Shows the price before the provider's page opens. */
const Continue = ({ isTrial }: { isTrial: boolean }) => (
  <Button tone="accent" onClick={() => requireConversion(isTrial)}>
    Continue to Payment
  </Button>
);

const Browse = () => (
  <ButtonLink tone="accent" to="/zips">
    Browse ZIP Codes
  </ButtonLink>
);

const looks = {
  neutral: {
    box: 'border-line bg-surface',
    icon: 'bg-accent-soft text-accent-deep',
    badge: 'bg-accent text-on-accent',
  },
  caution: {
    box: 'border-caution/30 bg-caution-soft',
    icon: 'bg-surface text-caution',
    badge: 'bg-surface text-caution',
  },
  danger: {
    box: 'border-danger/30 bg-danger-soft',
    icon: 'bg-surface text-danger',
    badge: 'bg-surface text-danger',
  },
};

type FrameProps = {
  tone: keyof typeof looks;
  icon: ReactNode;
  title: string;
  badge: string;
  action: ReactNode;
  children: ReactNode;
};

function Frame({ tone, icon, title, badge, action, children }: FrameProps) {
  const look = looks[tone];
  return (
    <section
      aria-label="Account status"
      className={clsx('flex flex-wrap items-center gap-4 rounded-2xl border p-5 shadow-card', look.box)}
    >
      <span className={clsx('grid size-11 shrink-0 place-items-center rounded-xl [&_svg]:size-5', look.icon)}>
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">{title}</h2>
          <Badge tone="none" className={look.badge}>
            {badge}
          </Badge>
        </div>
        <p className="mt-0.5 text-sm text-pretty text-muted">{children}</p>
      </div>
      {action}
    </section>
  );
}

type ListsClosedProps = { because: 'expired' | 'ended'; hasUnpaid: boolean };

/** Replaces unpaid lists; without ZIPs there is nothing to pay. */
export function ListsClosed({ because, hasUnpaid }: ListsClosedProps) {
  const { title, description, withoutZips } = closedCopy[because];
  return (
    <Card>
      <EmptyState
        icon={LockKeyhole}
        title={title}
        actions={hasUnpaid ? <Continue isTrial={because === 'expired'} /> : <Browse />}
      >
        {hasUnpaid ? description : withoutZips}
      </EmptyState>
    </Card>
  );
}
