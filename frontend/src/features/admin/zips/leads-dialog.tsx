import type { AdminClosing } from '@closingwire/contracts/admin-closings';
import type { AdminZip } from '@closingwire/contracts/screen-api';
import { EyeOff, Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { type Columns, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { WrongContact } from '../agents/wrong-contact.tsx';
import { SearchBox } from '../search-box.tsx';
import { DEBOUNCE_MS } from '../use-search-filter.ts';
import { hiddenTexts } from './hidden-text.ts';
import { LEADS_PAGE_SIZE, useLeads } from './queries.ts';

export default function LeadsDialog({ zip, onClose }: { zip: AdminZip; onClose: () => void }) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const leads = useLeads(zip, { q, page });
  const search = (next: string) => {
    setText(next);
    setPage(1);
  };
  const total = leads.data?.total;
  const hidden = leads.data?.hidden;
  const reasons = hidden ? hiddenTexts(hidden) : [];
  const totalPages = Math.ceil((total ?? 0) / LEADS_PAGE_SIZE);
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={`Leads of ${zip.zipCode}`}
      description={`${zip.city}, ${zip.state}. All closings that lists may show, of all days, newest first.`}
      footer={
        <div className="flex flex-1 flex-wrap items-center justify-between gap-3">
          <PageButtons page={page} totalPages={totalPages} onPage={setPage} />
          <Button className="ml-auto" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <SearchBox
            label="Search leads"
            placeholder="Agent, brokerage, email or address"
            text={text}
            onText={search}
            className="w-full sm:w-80"
          />
          <p role="status" className="text-sm text-muted">
            {total !== undefined && countText(total)}
          </p>
        </div>
        <HiddenLeads texts={reasons} isUnlicensed={hidden !== undefined && hidden.unlicensed > 0} />
        <div className="-mx-5 border-y border-line sm:-mx-6 sm:[&_tr>:first-child]:pl-6">
          <Loaded
            query={leads}
            loading="Loading leads"
            failed="Leads could not be loaded"
            spinnerClassName="py-16"
          >
            {({ agents }) =>
              agents.length > 0 ? (
                <DataTable
                  caption="Leads"
                  columns={leadColumns}
                  rows={agents}
                  isStale={leads.isPlaceholderData}
                />
              ) : (
                <NoLeads isSearched={q !== ''} isHidden={reasons.length > 0} />
              )
            }
          </Loaded>
        </div>
      </div>
    </Dialog>
  );
}

const countText = (total: number) => `${total.toLocaleString('en-US')} ${total === 1 ? 'lead' : 'leads'}`;

/** Why closings of the ZIP are on no list; nothing if none is hidden. */
function HiddenLeads({ texts, isUnlicensed }: { texts: readonly string[]; isUnlicensed: boolean }) {
  if (texts.length === 0) return null;
  return (
    <NoticeBox tone="caution">
      {texts.map(text => (
        <p key={text}>{text}</p>
      ))}
      {isUnlicensed && <TextLink to="/admin/operations?tab=sources">Open the sources</TextLink>}
    </NoticeBox>
  );
}

const NoLeads = ({ isSearched, isHidden }: { isSearched: boolean; isHidden: boolean }) => {
  if (isSearched) return <EmptyState level="h3" icon={SearchX} title="No leads match the search" />;
  if (isHidden) return <EmptyState level="h3" icon={EyeOff} title="All leads of this ZIP are hidden" />;
  return (
    <EmptyState level="h3" icon={Inbox} title="No leads yet">
      Leads come while somebody is subscribed to the ZIP code.
    </EmptyState>
  );
};

const leadColumns: Columns<AdminClosing> = [
  {
    header: 'Agent',
    cell: ({ row: { original: agent } }) => (
      <div className="min-w-32 wrap-anywhere">
        <span className="font-semibold">{agent.fullName}</span>
        <span className="block text-muted">{agent.brokerageName || agent.agentRole}</span>
      </div>
    ),
  },
  {
    header: 'Email',
    cell: ({ row: { original: agent } }) => (
      <span className="block min-w-40 wrap-anywhere">
        {agent.email || '–'} <WrongContact agent={agent} field="email" />
      </span>
    ),
  },
  {
    header: 'Phone',
    cell: ({ row: { original: agent } }) => (
      <span className="whitespace-nowrap">
        {agent.mobile || agent.phone || '–'}{' '}
        <WrongContact agent={agent} field={agent.mobile ? 'mobile' : 'phone'} />
      </span>
    ),
  },
  {
    header: 'Property',
    cell: ({ row: { original: agent } }) => {
      const { address1, city, state } = agent.property;
      const town = [city, state].filter(Boolean).join(', ');
      return (
        <div className="min-w-36 wrap-anywhere">
          {address1 || '–'}
          {town && <span className="block text-muted">{town}</span>}
        </div>
      );
    },
  },
  {
    header: 'Sale',
    cell: ({ row: { original: agent } }) => (
      <div className="whitespace-nowrap">
        {agent.property.price ? formatUsd(agent.property.price) : 'Not disclosed'}
        <span className="block text-muted">{formatDay(agent.property.soldDate)}</span>
      </div>
    ),
  },
];
