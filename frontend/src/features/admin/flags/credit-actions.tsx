import type { ConfirmedContact, FlagCredit } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { confirmLabel, creditText, takeBackCopy, takeBackTexts, takenBackTexts } from './credit-text.ts';
import { useConfirmWrong, useTakeBackWrong } from './queries.ts';

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

const TakenBack = ({ confirmed }: { confirmed: ConfirmedContact }) => (
  <div className="grid max-w-56 gap-1 text-sm wrap-anywhere">
    {takenBackTexts(confirmed).map(text => (
      <p key={text}>{text}</p>
    ))}
  </div>
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

function TakeBack({ flag, confirmed }: { flag: LeadFlag; confirmed: ConfirmedContact }) {
  const [isAsked, setAsked] = useState(false);
  const takeBack = useTakeBackWrong(flag);
  return (
    <>
      <Button
        size="sm"
        disabled={takeBack.isPending}
        aria-label={`${takeBackCopy.label}: ${flag.agent.fullName}`}
        onClick={() => setAsked(true)}
      >
        {takeBackCopy.label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={takeBackCopy.titles[confirmed.kind]}
          action={takeBackCopy.action}
          onClose={() => setAsked(false)}
          onConfirm={() => takeBack.mutate()}
        >
          {takeBackTexts(flag, confirmed).map(text => (
            <p key={text} className="mt-2 first:mt-0 wrap-anywhere">
              {text}
            </p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}
