import type { LeadList } from '@closingwire/contracts/screen-api';
import { Download, Eye, X } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { useMedia } from '../../../ui/use-media.ts';
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

/** A table if it fits, else the same rows as cards. */
export function SubscriptionTable({ rows, ...rest }: SubscriptionTableProps) {
  const isWide = useMedia('(min-width: 48rem)');
  if (!isWide) {
    return (
      <ul aria-label="Subscriptions" className="divide-y divide-line">
        {rows.map(row => (
          <CardRow key={row.subscription.id} row={row} {...rest} />
        ))}
      </ul>
    );
  }
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

function CardRow({ row, ...actions }: RowProps) {
  const { zipCode, city, state } = row.subscription.zipCode;
  return (
    <li className="grid gap-3 px-5 py-4 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-base font-bold">
            <Code row={row} />
          </p>
          <p>
            {city}, {state}
          </p>
          <p className="min-h-4 text-xs text-muted">
            <Since zipCode={zipCode} />
          </p>
        </div>
        <Status row={row} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">Leads</dt>
        <dd>{leadsOf(row)}</dd>
        <dt className="text-muted">Last Updated</dt>
        <dd>{updatedOf(row)}</dd>
      </dl>
      <Actions row={row} {...actions} />
    </li>
  );
}

function Code({ row: { list, subscription } }: { row: ZipWithList }) {
  const { zipCode } = subscription.zipCode;
  if (!list) return zipCode;
  return (
    <Link to={pathOfList(list)} className="hover:underline">
      {zipCode}
    </Link>
  );
}

const Since = ({ zipCode }: { zipCode: string }) => (
  <Suspense fallback={null}>
    <ExclusiveSince zipCode={zipCode} />
  </Suspense>
);

const Status = ({ row: { isReady } }: { row: ZipWithList }) =>
  isReady ? <Badge tone="positive">Active</Badge> : <UpdatingBadge />;

const updatedOf = ({ updatedAt }: ZipWithList) => (updatedAt ? formatInstant(updatedAt) : 'Pending');

function Row({ row, ...actions }: RowProps) {
  const { zipCode, city, state } = row.subscription.zipCode;
  return (
    <tr className="h-14">
      <th scope="row" className="py-2 pl-5 pr-3 font-bold">
        <Code row={row} />
      </th>
      <td className="min-w-50 px-3">
        <span className="block">
          {city}, {state}
        </span>
        <span className="block h-4 text-xs text-muted">
          <Since zipCode={zipCode} />
        </span>
      </td>
      <td className="px-3">
        <Status row={row} />
      </td>
      <td className="px-3">{leadsOf(row)}</td>
      <td className="px-3 text-muted">{updatedOf(row)}</td>
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
