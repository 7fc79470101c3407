import type { Closing } from '@closingwire/contracts/lead';
import { Flag } from 'lucide-react';
import { mailTo } from '../../../lib/mail-to.ts';
import { Button } from '../../../ui/button.tsx';

type RowActionsProps = {
  closing: Closing;
  onDetails: (closing: Closing) => void;
  onFlag: (closing: Closing) => void;
};

export function RowActions({ closing, onDetails, onFlag }: RowActionsProps) {
  return (
    <div className="flex justify-end gap-1">
      <Button size="sm" aria-label={`View details of ${closing.fullName}`} onClick={() => onDetails(closing)}>
        Details
      </Button>
      <Button
        tone="quiet"
        size="icon-sm"
        aria-label={`Flag ${closing.fullName}`}
        onClick={() => onFlag(closing)}
      >
        <Flag aria-hidden className="text-muted" />
      </Button>
    </div>
  );
}

const look =
  'block w-fit max-w-full truncate leading-6 hover:underline hover:decoration-accent hover:decoration-2 hover:underline-offset-4';

/** Links to the agent's email and to one number: the mobile phone, otherwise the other phone. */
export function ContactLinks({
  closing: { email, mobile, phone },
}: {
  closing: Pick<Closing, 'email' | 'mobile' | 'phone'>;
}) {
  const number = mobile ?? phone;
  if (!email && !number) return <span className="text-muted">No contact on record</span>;
  return (
    <div className="grid min-w-0 grid-cols-1">
      {email && (
        <a className={look} href={mailTo(email)} title={email}>
          {email}
        </a>
      )}
      {number && (
        <a className={`${look} text-muted`} href={`tel:${number.replace(/[^\d+]/g, '')}`}>
          {number}
        </a>
      )}
    </div>
  );
}
