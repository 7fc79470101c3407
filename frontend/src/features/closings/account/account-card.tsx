import type { AccountStanding } from '@closingwire/contracts/billing-api';
import clsx from 'clsx';
import { CreditCard, Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConvertTrial } from '../../../lib/checkout.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { accountCopy } from '../copy.ts';
import { type AccountState, accountState } from './account-state.ts';

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** Trial and payment standing, and the one step that it asks for. */
export function AccountCard({ standing }: { standing: AccountStanding }) {
  const state = accountState(standing, new Date());
  if (state.kind === 'hidden') return null;
  if (state.kind === 'setup') {
    return (
      <Frame
        tone="caution"
        icon={<CreditCard aria-hidden />}
        {...accountCopy.setup}
        action={<ContinueButton />}
      >
        Put a card on file to receive the closings of your ZIP codes.
      </Frame>
    );
  }
  if (state.kind === 'expired') {
    return (
      <Frame
        tone="danger"
        icon={<TriangleAlert aria-hidden />}
        {...accountCopy.expired}
        action={<ContinueButton />}
      >
        Your lists wait for you. Continue with a payment method to see them again.
      </Frame>
    );
  }
  return (
    <Frame
      tone={state.kind === 'expiring' ? 'caution' : 'neutral'}
      icon={<Hourglass aria-hidden />}
      title={accountCopy[state.kind].title}
      badge={`${days(state.daysLeft)} left`}
      action={!state.hasPayment && <ContinueButton />}
    >
      {explain(state)}
    </Frame>
  );
}

const explain = ({ daysLeft, hasPayment }: Extract<AccountState, { daysLeft: number }>) =>
  hasPayment
    ? `Your trial runs for another ${days(daysLeft)}. A payment method is on file, so nothing pauses afterwards.`
    : `You have ${days(daysLeft)} remaining in your free trial. Add a payment method any time to go on without a gap.`;

function ContinueButton() {
  const { start, isPending } = useConvertTrial();
  return (
    <Button tone="accent" onClick={start} disabled={isPending}>
      {isPending ? 'Opening checkout...' : 'Continue to Payment'}
    </Button>
  );
}

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
