import clsx from 'clsx';
import type { ReactNode } from 'react';
import { requireConversion } from '../../../product/payment-gate.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';

/** Shows the price before the provider's page opens. */
export const Continue = ({ isTrial }: { isTrial: boolean }) => (
  <Button tone="accent" onClick={() => requireConversion(isTrial)}>
    Continue to Payment
  </Button>
);

export const Browse = () => (
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

/** The frame of the card that tells the state of the account. */
export function Frame({ tone, icon, title, badge, action, children }: FrameProps) {
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
