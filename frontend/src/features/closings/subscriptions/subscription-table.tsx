import type { LeadList } from '@closingwire/contracts/screen-api';
import { Download, Eye, X } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { ExclusiveSince } from '../exclusivity/lazy-exclusivity.tsx';
import { UpdatingBadge } from '../zips/updating-badge.tsx';
import { pathOfList, type ZipWithList } from '../zips/zip-status.ts';

const headers = ['ZIP Code', 'City', 'Status', 'Leads', 'Last Updated'];

type SubscriptionTableProps = {
  rows: readonly ZipWithList[];
  isExporting: boolean;
  onExport: (list: LeadList) => void;
  onRemove: (row: ZipWithList) => void;
};

export function SubscriptionTable({ rows, ...rest }: SubscriptionTableProps) {
  return (
    <ScrollFrame label="Subscriptions">
      <table className="w-full min-w-[44rem] text-left text-sm">
        <thead className="border-b border-line bg-sunken text-xs text-muted">
          <tr>
            {headers.map(header => (
              <th key={header} scope="col" className="px-3 py-2.5 font-medium first:pl-5">
                {header}
              </th>
            ))}
            <th scope="col" className="px-5 py-2.5">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(row => (
            <Row key={row.subscription.id} row={row} {...rest} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

type RowProps = Omit<SubscriptionTableProps, 'rows'> & { row: ZipWithList };

function Row({ row, ...actions }: RowProps) {
  const { list, subscription, updatedAt } = row;
  const { zipCode, city, state } = subscription.zipCode;
  return (
    <tr className="h-14">
      <th scope="row" className="py-2 pl-5 pr-3 font-bold">
        {list ? (
          <Link to={pathOfList(list)} className="hover:underline">
            {zipCode}
          </Link>
        ) : (
          zipCode
        )}
      </th>
      <td className="min-w-50 px-3">
        <span className="block">
          {city}, {state}
        </span>
        <span className="block h-4 text-xs text-muted">
          <Suspense fallback={null}>
            <ExclusiveSince zipCode={zipCode} />
          </Suspense>
        </span>
      </td>
      <td className="px-3">{row.isReady ? <Badge tone="positive">Active</Badge> : <UpdatingBadge />}</td>
      <td className="px-3">{leadsOf(row)}</td>
      <td className="px-3 text-muted">{updatedAt ? formatInstant(updatedAt) : 'Pending'}</td>
      <td className="py-2 pl-3 pr-5">
        <Actions row={row} {...actions} />
      </td>
    </tr>
  );
}

/** The list's number of rows; a dash if reading the lists failed. */
function leadsOf({ list, isReady }: ZipWithList): string {
  if (list) return list.agentCount.toLocaleString('en-US');
  return isReady ? '—' : 'Updating...';
}

function Actions({ row, isExporting, onExport, onRemove }: RowProps) {
  const { list } = row;
  const { zipCode } = row.subscription.zipCode;
  return (
    <div className="flex justify-end gap-2">
      {list ? (
        <ButtonLink size="sm" to={pathOfList(list)} aria-label={`View ${zipCode}`}>
          <Eye aria-hidden /> View
        </ButtonLink>
      ) : (
        <Button size="sm" disabled aria-label={`View ${zipCode}`}>
          <Eye aria-hidden /> View
        </Button>
      )}
      <Button
        size="sm"
        aria-label={`Export ${zipCode}`}
        disabled={!list || isExporting}
        onClick={() => list && onExport(list)}
      >
        <Download aria-hidden /> Export
      </Button>
      <Button tone="quiet" size="icon-sm" aria-label={`Remove ${zipCode}`} onClick={() => onRemove(row)}>
        <X aria-hidden className="text-muted" />
      </Button>
    </div>
  );
}
