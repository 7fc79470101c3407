import type { FlagCredit } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { creditText, type WrongContact } from './credit-text.ts';
import { useConfirmWrong } from './queries.ts';

const Credit = ({ credit }: { credit: FlagCredit }) => (
  <p role="status" className="max-w-56 text-sm">
    {credit.state === 'credited' ? <Badge tone="positive">{creditText(credit)}</Badge> : creditText(credit)}
  </p>
);

const labels: Record<WrongContact | 'none', string> = {
  email: 'Confirm wrong email and credit',
  phone: 'Confirm wrong phone and credit',
  none: 'Confirm and credit',
};

/** Buttons that confirm a wrong contact and credit the reporter's month, or the credit. */
export function CreditActions({ flag }: { flag: LeadFlag }) {
  const confirm = useConfirmWrong(flag);
  if (flag.credit) return <Credit credit={flag.credit} />;
  const contacts = (['email', 'phone'] as const).filter(contact => flag.agent[contact]);
  const choices: (WrongContact | undefined)[] = contacts.length > 0 ? contacts : [undefined];
  return choices.map(contact => (
    <Button
      key={contact ?? 'none'}
      size="sm"
      disabled={confirm.isPending}
      aria-label={`${labels[contact ?? 'none']}: ${flag.agent.fullName}`}
      onClick={() => confirm.mutate(contact)}
    >
      {labels[contact ?? 'none']}
    </Button>
  ));
}
