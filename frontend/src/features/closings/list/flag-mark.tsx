import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Flag } from 'lucide-react';
import { ownFlagsQuery } from '../queries.ts';
import { flagOn, flagText } from './flag-text.ts';

type FlagMarkProps = { closingId: string; isWhole?: boolean };

/** The user's flag on a lead, with its outcome; nothing without one. In rows a long note is cut off. */
export function FlagMark({ closingId, isWhole = false }: FlagMarkProps) {
  const { data } = useQuery(ownFlagsQuery);
  const flag = data && flagOn(data.flags, closingId);
  if (!flag) return null;
  const text = flagText(flag);
  return (
    <p
      className={clsx(
        'flex items-start gap-1.5 text-xs text-caution',
        isWhole ? 'wrap-anywhere' : 'mt-1 max-w-56',
      )}
      title={isWhole ? undefined : text}
    >
      <Flag aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className={isWhole ? '' : 'line-clamp-2'}>{text}</span>
    </p>
  );
}
