import type { Closing } from '@closingwire/contracts/lead';
import type { ReactNode } from 'react';
import { formatDay } from '../../../lib/dates.ts';
import { mailTo } from '../../../lib/mail-to.ts';
import { formatSalePrice } from '../../../lib/money.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { propertyTypeLabels } from '../filters/closing-filters.ts';

type Fact = [label: string, value: ReactNode];

const number = (value: number | null, unit = '') =>
  value !== null && `${value.toLocaleString('en-US')}${unit}`;

/** Only http(s) addresses become links. */
function WebLink({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) return url;
  return (
    <a className={`${linkStyle} break-all`} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  );
}

const web = (url: string | null) => url && <WebLink url={url} />;
const mail = (email: string | null) =>
  email && (
    <a className={`${linkStyle} break-all`} href={mailTo(email)}>
      {email}
    </a>
  );
const call = (phone: string | null) =>
  phone && (
    <a className={linkStyle} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {phone}
    </a>
  );

const agentFacts = (closing: Closing): Fact[] => [
  ['Role', closing.agentRole],
  ['License', closing.licenseNumber],
  ['Email', mail(closing.email)],
  ['Mobile', call(closing.mobile)],
  ['Office phone', call(closing.phone)],
  ['Website', web(closing.websiteUrl)],
  ['Brokerage', closing.brokerageName],
  ['Team', closing.teamName],
  ['Office address', closing.officeAddress],
  ['City', closing.city],
  ['State', closing.state],
  ['Facebook', web(closing.facebookUrl)],
  ['LinkedIn', web(closing.linkedinUrl)],
];

const propertyFacts = ({ property }: Closing): Fact[] => [
  ['Address', property.address1],
  ['Address line 2', property.address2],
  ['City', property.city],
  ['State', property.state],
  ['ZIP code', property.zip],
  ['Price', formatSalePrice(property.price)],
  ['Sold date', formatDay(property.soldDate)],
  ['Beds', number(property.beds)],
  ['Baths', number(property.baths)],
  ['Square feet', number(property.sqft)],
  ['Type', property.type && propertyTypeLabels[property.type]],
  ['MLS ID', property.mlsId],
  ['Listed date', property.listedDate && formatDay(property.listedDate)],
  ['Lot size', number(property.lotSize, ' acres')],
];

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section>
      <h3 className="text-sm font-semibold text-accent-deep">{title}</h3>
      <dl className="mt-2 divide-y divide-line text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[7.5rem_1fr] gap-3 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0">{value || <span className="text-muted">Not given</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All fields of a closing. */
export function AgentDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={closing.fullName}
      description={closing.brokerageName ?? closing.agentRole}
    >
      <div className="grid gap-8 sm:grid-cols-2">
        <Facts title="Agent" facts={agentFacts(closing)} />
        <Facts title="Property" facts={propertyFacts(closing)} />
      </div>
    </Dialog>
  );
}
