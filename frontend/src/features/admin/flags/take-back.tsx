import type { ConfirmedContact } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useTakeBackWrong } from './queries.ts';
import { confirmedTexts, takeBackCopy, takeBackTexts } from './take-back-text.ts';

/** The contact that an admin confirmed as wrong, or took back. */
export const Confirmed = ({ flag, confirmed }: { flag: LeadFlag; confirmed: ConfirmedContact }) => (
  <div className="grid max-w-56 gap-1 text-sm wrap-anywhere">
    {confirmedTexts(flag, confirmed).map(text => (
      <p key={text}>{text}</p>
    ))}
  </div>
);

/** The button that takes a confirmation back, after a question. */
export function TakeBack({ flag, confirmed }: { flag: LeadFlag; confirmed: ConfirmedContact }) {
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
