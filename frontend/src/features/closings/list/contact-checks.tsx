import type { ContactFacts, ContactState } from '@closingwire/contracts/contacts';
import type { Closing } from '@closingwire/contracts/lead';
import clsx from 'clsx';
import {
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
  MailCheck,
  MailWarning,
  MailX,
  Phone,
  PhoneOff,
  Smartphone,
} from 'lucide-react';
import { TextLink } from '../../../ui/text-link.tsx';
import { useClosingContacts } from '../queries.ts';
import { contactLines, fieldLabels, stateText, unknownHint } from './contact-text.ts';

const looks: Record<ContactState, { Icon: LucideIcon; tone: string }> = {
  unknown: { Icon: CircleQuestionMark, tone: 'text-muted' },
  deliverable: { Icon: MailCheck, tone: 'text-positive' },
  risky: { Icon: MailWarning, tone: 'text-caution' },
  undeliverable: { Icon: MailX, tone: 'text-danger' },
  mobile: { Icon: Smartphone, tone: 'text-ink' },
  landline: { Icon: Phone, tone: 'text-ink' },
  voip: { Icon: Phone, tone: 'text-ink' },
  'do-not-call': { Icon: PhoneOff, tone: 'text-danger' },
  wrong: { Icon: CircleX, tone: 'text-danger' },
};

/** A contact with its state, source and days. */
export function Check({ contact, value }: { contact: ContactFacts; value: string }) {
  const { Icon, tone } = looks[contact.state];
  return (
    <li className="grid gap-0.5 py-2">
      <p className="text-sm wrap-anywhere">
        {contact.field !== 'email' && <span className="text-muted">{`${fieldLabels[contact.field]}: `}</span>}
        {value}
      </p>
      <p className={clsx('flex gap-1.5 text-xs font-medium', tone)}>
        <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
        {stateText(contact)}
      </p>
      {contactLines(contact).map(line => (
        <p key={line} className="text-xs text-muted wrap-anywhere">
          {line}
        </p>
      ))}
    </li>
  );
}

function Checks({ closing }: { closing: Closing }) {
  const { data, isPending, isError } = useClosingContacts(closing.id);
  if (isPending) return <p className="mt-2 text-sm text-muted">Loading the checks…</p>;
  if (isError) return <p className="mt-2 text-sm text-muted">The checks could not be loaded.</p>;
  return (
    <>
      <ul className="mt-2 divide-y divide-line">
        {data.contacts.map(contact => (
          <Check key={contact.field} contact={contact} value={closing[contact.field] ?? ''} />
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted">{unknownHint}</p>
      {data.agentId && (
        <p className="mt-3 text-sm">
          <TextLink to={`/agent/${data.agentId}`}>All closings and notes of {closing.fullName}</TextLink>
        </p>
      )}
    </>
  );
}

/** The state, the source and the days of each contact. */
export default function ContactChecks({ closing }: { closing: Closing }) {
  return (
    <section>
      <h3 className="text-sm font-semibold text-accent-deep">Contact checks</h3>
      <Checks closing={closing} />
    </section>
  );
}
