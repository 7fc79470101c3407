import type { OwnInvoice, ProviderReading } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import { useId } from 'react';
import { formatLongDay } from '../../../lib/dates.ts';
import { StateBadge, type StateLook } from '../../../ui/badge.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';

const looks: Record<string, StateLook> = {
  draft: { label: 'In preparation', tone: 'neutral' },
  open: { label: 'Not paid', tone: 'danger' },
  paid: { label: 'Paid', tone: 'positive' },
  uncollectible: { label: 'Given up', tone: 'neutral' },
  void: { label: 'Canceled', tone: 'neutral' },
};

export function Invoices({ provider: { invoices, hasMoreInvoices } }: { provider: ProviderReading }) {
  const title = useId();
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <h3 id={title} className="font-semibold">
        Invoices
      </h3>
      {invoices.length === 0 && <p className="text-sm text-muted">No invoices yet.</p>}
      {invoices.length > 0 && (
        <ul aria-labelledby={title} className="divide-y divide-line">
          {invoices.map(invoice => (
            <li key={invoice.id} className="py-3 first:pt-0 last:pb-0">
              <Invoice invoice={invoice} />
            </li>
          ))}
        </ul>
      )}
      {hasMoreInvoices && <p className="text-sm text-muted">The billing portal has your older invoices.</p>}
    </div>
  );
}

function Invoice({ invoice }: { invoice: OwnInvoice }) {
  const { number, createdAt, status, totalCents, dueCents, pageUrl, pdfUrl } = invoice;
  const day = formatLongDay(new Date(createdAt));
  const name = number ?? `of ${day}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="min-w-36 font-medium">{day}</span>
      <span>{formatCents(totalCents)}</span>
      {totalCents < 0 && <span className="text-muted">added to your credit</span>}
      {totalCents > dueCents && (
        <span className="text-muted">{formatCents(dueCents)} charged, the rest from your credit</span>
      )}
      <StateBadge {...(looks[status] ?? { label: status, tone: 'neutral' })} />
      <span className="ml-auto flex gap-4">
        {pageUrl && <Document href={pageUrl} text="View" name={`invoice ${name}`} />}
        {pdfUrl && <Document href={pdfUrl} text="PDF" name={`of invoice ${name}`} />}
      </span>
    </div>
  );
}

type DocumentProps = { href: string; text: string; name: string };

const Document = ({ href, text, name }: DocumentProps) => (
  <a href={href} target="_blank" rel="noreferrer" aria-label={`${text} ${name}`} className={linkStyle}>
    {text}
  </a>
);
