import clsx from 'clsx';
import { Link, useLocation } from 'react-router-dom';
import type { Place } from './header-places.ts';

export function PlaceLink({ to, label }: Place) {
  const isCurrent = useLocation().pathname === to;
  return (
    <Link
      to={to}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      className={clsx(
        'rounded-lg px-3 py-2 text-sm font-medium transition-colors hover:bg-ink/8 hover:text-ink',
        isCurrent ? 'bg-ink/8 text-ink' : 'text-muted',
      )}
    >
      {label}
    </Link>
  );
}
