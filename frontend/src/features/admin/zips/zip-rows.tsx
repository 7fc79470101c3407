import type { AdminZip } from '@closingwire/contracts/screen-api';
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react';
import { formatUsd } from '../../../lib/money.ts';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { NoMatches } from '../no-matches.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import type { SearchFilterState } from '../use-search-filter.ts';
import { monthlyPrice } from './copy.ts';
import { ClaimedIndustries, ZipSwitch } from './zip-cells.tsx';

const ManageDialog = lazy(() => import('./manage-dialog.tsx'));
const LeadsDialog = lazy(() => import('./leads-dialog.tsx'));

type ZipRowsProps = { zips: AdminZip[]; filter: SearchFilterState; isStale: boolean };
type Opened = { dialog: 'manage' | 'leads'; zip: AdminZip };

export function ZipRows({ zips, filter, isStale }: ZipRowsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const actions = useMemo(
    () => ({
      onManage: (zip: AdminZip) => setOpened({ dialog: 'manage', zip }),
      onLeads: (zip: AdminZip) => setOpened({ dialog: 'leads', zip }),
    }),
    [],
  );
  const columns = useMemo(() => zipColumns(actions), [actions]);
  if (zips.length === 0) {
    return (
      <NoMatches noun="ZIP codes" filter={filter}>
        The search takes the beginning of a ZIP code, part of a city, a state such as CA, or part of an
        industry that has claimed ZIP codes.
      </NoMatches>
    );
  }
  // The page's own state of the ZIP, where it has a newer one.
  const zip = zips.find(({ id }) => id === opened?.zip.id) ?? opened?.zip;
  const close = () => setOpened(null);
  return (
    <>
      <RowList
        caption="ZIP codes"
        columns={columns}
        rows={zips}
        isStale={isStale}
        keyOf={({ id }) => id}
        card={zip => <ZipCard zip={zip} {...actions} />}
        cardClassName="gap-3 px-5 py-4"
      />
      <Suspense fallback={null}>
        {zip && opened?.dialog === 'manage' && <ManageDialog zip={zip} onClose={close} />}
        {zip && opened?.dialog === 'leads' && <LeadsDialog zip={zip} onClose={close} />}
      </Suspense>
    </>
  );
}

const ZipCard = ({ zip, onManage, onLeads }: ZipActions & { zip: AdminZip }) => (
  <>
    <CardHead aside={<ZipButtons zip={zip} onLeads={onLeads} onManage={onManage} />}>
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold tabular-nums">{zip.zipCode}</span> {zip.city}, {zip.state}
      </p>
    </CardHead>
    <p>
      <ZipPrice note={zip.price} />
    </p>
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <span className="flex items-center gap-2">
        <span aria-hidden>Available?</span>
        <ZipSwitch zip={zip} field="isAvailable" />
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden>Scrape Active</span>
        <ZipSwitch zip={zip} field="scrapeActive" />
      </span>
    </div>
    <div>
      <ClaimedIndustries zip={zip} onManage={onManage} />
    </div>
  </>
);

type ZipActions = { onManage: (zip: AdminZip) => void; onLeads: (zip: AdminZip) => void };

const zipColumns = ({ onManage, onLeads }: ZipActions): Columns<AdminZip> => [
  {
    header: 'ZIP Code',
    cell: ({ row }) => <span className="font-semibold tabular-nums">{row.original.zipCode}</span>,
  },
  {
    header: 'City',
    cell: ({ row }) => <span className="block min-w-28 wrap-anywhere">{row.original.city}</span>,
  },
  { header: 'State', cell: ({ row }) => row.original.state },
  { header: 'Price', cell: ({ row }) => <ZipPrice note={row.original.price} /> },
  { header: 'Available?', cell: ({ row }) => <SwitchCell zip={row.original} field="isAvailable" /> },
  { header: 'Scrape Active', cell: ({ row }) => <SwitchCell zip={row.original} field="scrapeActive" /> },
  {
    header: 'Claimed Industries',
    cell: ({ row }) => (
      <div className="max-w-80 min-w-36">
        <ClaimedIndustries zip={row.original} onManage={onManage} />
      </div>
    ),
  },
  {
    header: 'Actions',
    cell: ({ row }) => (
      <span className="-my-1.5 flex">
        <ZipButtons zip={row.original} onLeads={onLeads} onManage={onManage} />
      </span>
    ),
  },
];

const ViewLeads = ({ zip, onLeads }: Pick<ZipActions, 'onLeads'> & { zip: AdminZip }) => (
  <Button size="sm" aria-label={`View Leads of ${zip.zipCode}`} onClick={() => onLeads(zip)}>
    View Leads
  </Button>
);

const ZipButtons = ({ zip, onLeads, onManage }: ZipActions & { zip: AdminZip }) => (
  <span className="flex flex-wrap gap-2">
    <ViewLeads zip={zip} onLeads={onLeads} />
    <Button size="sm" aria-label={`Assign or unassign ${zip.zipCode}`} onClick={() => onManage(zip)}>
      Assign
    </Button>
  </span>
);

/** As high as a line of text, so that rows stay dense. */
const SwitchCell = (props: ComponentProps<typeof ZipSwitch>) => (
  <span className="-my-0.5 flex">
    <ZipSwitch {...props} />
  </span>
);

/** The charged price, and the admins' note, which is not charged. */
function ZipPrice({ note }: { note: number }) {
  return (
    <span className="whitespace-nowrap">
      {monthlyPrice} <span className="text-xs text-muted">note {formatUsd(note)}</span>
    </span>
  );
}
