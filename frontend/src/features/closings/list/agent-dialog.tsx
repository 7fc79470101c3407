import { leadFields } from 'virtual:lead-fields';
import type { Closing } from '@closingwire/contracts/lead';
import { lazy, Suspense } from 'react';
import { formatDay } from '../../../lib/dates.ts';
import { telTo } from '../../../lib/dial.ts';
import { mailTo } from '../../../lib/mail-to.ts';
import { formatSalePrice } from '../../../product/sale-price.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { WebLink } from '../../../ui/web-link.tsx';
import { propertyTypeLabels } from '../filters/closing-filters.ts';
import { FlagMark } from './flag-mark.tsx';
import { type LeadFacts, leadValue } from './lead-value.ts';

const ContactChecks = lazy(() => import('./contact-checks.tsx'));

function MailLink({ email }: { email: string }) {
  return (
    <a className={`${linkStyle} break-all`} href={mailTo(email)}>
      {email}
    </a>
  );
}

function CallLink({ phone }: { phone: string }) {
  return (
    <a className={linkStyle} href={telTo(phone)}>
      {phone}
    </a>
  );
}

/** A number that must not be called is no link; the checks below say why. */
const isCallable = ({ mustNotCall }: Closing, { key }: LeadFacts) =>
  !mustNotCall?.some(({ field }) => field === key);

function FieldValue({ closing, field }: { closing: Closing; field: LeadFacts }) {
  const value = leadValue(closing, field);
  if (field.kind === 'price') return formatSalePrice(value === null ? null : Number(value));
  if (value === null || value === '') return <span className="text-muted">Not given</span>;
  if (typeof value === 'number') return [value.toLocaleString('en-US'), field.unit].filter(Boolean).join(' ');
  switch (field.kind) {
    case 'email':
      return closing.isEmailWrong ? value : <MailLink email={value} />;
    case 'phone':
      return isCallable(closing, field) ? <CallLink phone={value} /> : value;
    case 'url':
      return <WebLink url={value} />;
    case 'day':
      return formatDay(value);
    case 'type':
      return propertyTypeLabels[value as keyof typeof propertyTypeLabels];
    default:
      return value;
  }
}

/** Fields that the dialog shows after the agent's others. */
const last = [
  'brokerageName',
  'teamName',
  'officeAddress',
  'agentCity',
  'agentState',
  'facebookUrl',
  'linkedinUrl',
];

// The name is the dialog's title.
const shown = leadFields
  .filter(({ name }) => name !== 'fullName')
  .toSorted((one, other) => last.indexOf(one.name) - last.indexOf(other.name));

type FactsProps = { title: string; group: LeadFacts['group']; closing: Closing };

function Facts({ title, group, closing }: FactsProps) {
  return (
    <section>
      <h3 className="text-sm font-semibold text-accent-deep">{title}</h3>
      <dl className="mt-2 divide-y divide-line text-sm">
        {shown
          .filter(field => field.group === group)
          .map(field => (
            <div key={field.name} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2">
              <dt className="text-muted">{field.label}</dt>
              <dd className="min-w-0">
                <FieldValue closing={closing} field={field} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** The license of a source may ask for its name wherever its closings are shown. */
function Sources({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const label = names.length === 1 ? 'Source' : 'Sources';
  return <p className="mt-6 text-sm break-words text-muted">{`${label}: ${names.join('; ')}`}</p>;
}

/** Replies in the specification's own shape may lack the id, by which the checks are found. */
const hasContact = ({ id, email, mobile, phone }: Closing) => Boolean(id && (email || mobile || phone));

export default function AgentDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={closing.fullName}
      description={closing.brokerageName ?? closing.agentRole}
    >
      <article
        aria-label="Details"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a link inside, keys could not scroll the dialog
        tabIndex={0}
        className="grid gap-8 -outline-offset-2 sm:grid-cols-2"
      >
        <div className="grid content-start gap-8">
          <FlagMark closingId={closing.id} isWhole />
          <Facts title="Agent" group="agent" closing={closing} />
          {hasContact(closing) && (
            <Suspense fallback={null}>
              <ContactChecks closing={closing} />
            </Suspense>
          )}
        </div>
        <Facts title="Property" group="property" closing={closing} />
      </article>
      <Sources names={closing.sources ?? []} />
    </Dialog>
  );
}
