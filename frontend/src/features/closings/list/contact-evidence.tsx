import type { ContactFacts, ContactState } from '@closingwire/contracts/contacts';
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
import { useClosingContacts } from '../queries.ts';
import { contactLines, stateText, unknownHint } from './contact-text.ts';

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

function Evidence({ contact }: { contact: ContactFacts }) {
  const { Icon, tone } = looks[contact.state];
  return (
    <div className="mt-1 grid gap-0.5 text-xs text-muted">
      <p
        className={clsx('flex gap-1.5 font-medium', tone)}
        title={contact.state === 'unknown' ? unknownHint : undefined}
      >
        <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
        {stateText(contact)}
      </p>
      {contactLines(contact).map(line => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}

/** The state, the source and the days of a contact; nothing where the server does not know them. */
export default function ContactEvidence({ closingId, field }: { closingId: string; field: string }) {
  const { data, isPending, isError } = useClosingContacts(closingId);
  if (isPending) return <p className="mt-1 text-xs text-muted">Loading its state…</p>;
  if (isError) return <p className="mt-1 text-xs text-muted">Its state could not be loaded</p>;
  const contact = data.contacts.find(each => each.field === field);
  return contact ? <Evidence contact={contact} /> : null;
}
