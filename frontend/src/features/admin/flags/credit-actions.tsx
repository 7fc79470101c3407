import type { FlagCredit, FlaggedContact } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { useState } from 'react';
import { centsPerZip } from '../../../product/price-per-zip.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { confirmLabel, confirmTexts, confirmTitle, creditText } from './credit-text.ts';
import { useConfirmWrong } from './queries.ts';
import { Confirmed, TakeBack } from './take-back.tsx';

/** The outcome of a confirmation, and the buttons that confirm a wrong contact or take it back. */
export function CreditActions({ flag }: { flag: LeadFlag }) {
  const { credit, confirmed } = flag;
  return (
    <div className="grid justify-items-start gap-2">
      {credit && <Credit credit={credit} />}
      {confirmed && <Confirmed flag={flag} confirmed={confirmed} />}
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
  return (contacts.length > 0 || flag.credit ? contacts : [undefined]).map(contact => (
    <ConfirmButton
      key={contact ?? 'none'}
      flag={flag}
      contact={contact}
      isDisabled={confirm.isPending}
      onConfirm={() => confirm.mutate(contact)}
    />
  ));
}

type ConfirmButtonProps = {
  flag: LeadFlag;
  contact: FlaggedContact | undefined;
  isDisabled: boolean;
  onConfirm: () => void;
};

/** A button that confirms a contact as wrong, after a question. */
function ConfirmButton({ flag, contact, isDisabled, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const label = confirmLabel(contact, flag);
  return (
    <>
      <Button
        size="sm"
        disabled={isDisabled}
        aria-label={`${label}: ${flag.agent.fullName}`}
        onClick={() => setAsked(true)}
      >
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={confirmTitle(contact)}
          action={label}
          onClose={() => setAsked(false)}
          onConfirm={onConfirm}
        >
          {confirmTexts(flag, contact, centsPerZip).map(text => (
            <p key={text} className="mt-2 first:mt-0 wrap-anywhere">
              {text}
            </p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}
