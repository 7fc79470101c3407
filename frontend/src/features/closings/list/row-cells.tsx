import type { CallWarning } from '@closingwire/contracts/contacts';
import type { Closing } from '@closingwire/contracts/lead';
import { Flag, MailX, PhoneOff } from 'lucide-react';
import { telTo } from '../../../lib/dial.ts';
import { mailTo } from '../../../lib/mail-to.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';

export type ClosingActions = { onDetails: (closing: Closing) => void; onFlag: (closing: Closing) => void };

export function RowActions({ closing, onDetails, onFlag }: ClosingActions & { closing: Closing }) {
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

const warnings: Record<CallWarning['state'], string> = {
  'do-not-call': 'Do not call',
  wrong: 'Wrong number',
};

/** A number that must not be called is no link. */
function MarkedNumber({ number, warning }: { number: string; warning: CallWarning }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 leading-6 text-muted">
      {number}
      <Badge tone="danger">
        <PhoneOff aria-hidden /> {warnings[warning.state]}
      </Badge>
    </span>
  );
}

/** An email that an admin confirmed as wrong is no link. */
const WrongEmail = ({ email }: { email: string }) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-2 leading-6 text-muted">
    <span className="max-w-full truncate" title={email}>
      {email}
    </span>
    <Badge tone="danger">
      <MailX aria-hidden /> Wrong email
    </Badge>
  </span>
);

/** Links to the agent's email and to one number: the mobile phone, otherwise the other phone. */
export function ContactLinks({
  closing: { email, mobile, phone, mustNotCall, isEmailWrong },
}: {
  closing: Pick<Closing, 'email' | 'mobile' | 'phone' | 'mustNotCall' | 'isEmailWrong'>;
}) {
  const number = mobile ?? phone;
  const warning = mustNotCall?.find(({ field }) => field === (mobile ? 'mobile' : 'phone'));
  if (!email && !number) return <span className="text-muted">No contact on record</span>;
  return (
    <div className="grid min-w-0 grid-cols-1">
      {email && isEmailWrong && <WrongEmail email={email} />}
      {email && !isEmailWrong && (
        <a className={look} href={mailTo(email)} title={email}>
          {email}
        </a>
      )}
      {number && warning && <MarkedNumber number={number} warning={warning} />}
      {number && !warning && (
        <a className={`${look} text-muted`} href={telTo(number)}>
          {number}
        </a>
      )}
    </div>
  );
}
