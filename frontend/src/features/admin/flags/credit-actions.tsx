import type { FlagCredit } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirmLabel, creditText } from './credit-text.ts';
import { useConfirmWrong } from './queries.ts';
import { TakeBack, TakenBack } from './take-back.tsx';

/** The outcome of a confirmation, and the buttons that confirm a wrong contact or take it back. */
export function CreditActions({ flag }: { flag: LeadFlag }) {
  const { credit, confirmed } = flag;
  return (
    <div className="grid justify-items-start gap-2">
      {credit && <Credit credit={credit} />}
      {confirmed?.takenBackAt && <TakenBack confirmed={confirmed} />}
      {confirmed && !confirmed.takenBackAt && <TakeBack flag={flag} confirmed={confirmed} />}
      {(!credit || confirmed?.takenBackAt) && <ConfirmButtons flag={flag} />}
    </div>
  );
}

const Credit = ({ credit }: { credit: FlagCredit }) => (
  <p role="status" className="max-w-56 text-sm">
    {credit.state === 'credited' ? <Badge tone="positive">{creditText(credit)}</Badge> : creditText(credit)}
  </p>
);

function ConfirmButtons({ flag }: { flag: LeadFlag }) {
  const confirm = useConfirmWrong(flag);
  const contacts = (['email', 'phone'] as const).filter(contact => flag.agent[contact]);
  return (contacts.length > 0 || flag.credit ? contacts : [undefined]).map(contact => {
    const label = confirmLabel(contact, Boolean(flag.credit));
    return (
      <Button
        key={label}
        size="sm"
        disabled={confirm.isPending}
        aria-label={`${label}: ${flag.agent.fullName}`}
        onClick={() => confirm.mutate(contact)}
      >
        {label}
      </Button>
    );
  });
}
