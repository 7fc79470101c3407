import clsx from 'clsx';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  neutral: { box: 'border-line bg-sunken', icon: 'text-muted', Icon: Info },
  positive: { box: 'border-positive/30 bg-positive-soft', icon: 'text-positive', Icon: CircleCheck },
  caution: { box: 'border-caution/30 bg-caution-soft', icon: 'text-caution', Icon: TriangleAlert },
  danger: { box: 'border-danger/30 bg-danger-soft', icon: 'text-danger', Icon: TriangleAlert },
};

type NoticeBoxProps = {
  tone?: keyof typeof looks;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** A permanent message; screen readers announce failures. */
export function NoticeBox({ tone = 'neutral', title, children, actions, className }: NoticeBoxProps) {
  const { box, icon, Icon } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={clsx('flex gap-3 rounded-xl border p-4 text-sm text-ink', box, className)}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-4.5 shrink-0', icon)} />
      <div className="grid min-w-0 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
