import { Download, Eye, LoaderCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import { updatingHint } from '../copy.ts';
import type { ZipWithList } from '../zips/zip-status.ts';

const headers = ['ZIP Code', 'City', 'Status', 'Leads', 'Last Updated'];

type SubscriptionTableProps = {
  rows: readonly ZipWithList[];
  isExporting: boolean;
  onExport: (zip: string) => void;
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

function Row({ row, isExporting, onExport }: RowProps) {
  const { zipCode, city, state } = row.subscription.zipCode;
  return (
    <tr className="h-14">
      <th scope="row" className="py-2 pl-5 pr-3 font-bold">
        {row.isReady ? (
          <Link to={`/agents/${zipCode}`} className="hover:underline">
            {zipCode}
          </Link>
        ) : (
          zipCode
        )}
      </th>
      <td className="px-3">
        {city}, {state}
      </td>
      <td className="px-3">
        <Status isReady={row.isReady} />
      </td>
      <td className="px-3">{row.isReady ? (row.agentCount ?? 0) : 'Updating...'}</td>
      <td className="px-3 text-muted">{row.updatedAt ? formatInstant(row.updatedAt) : 'Pending'}</td>
      <td className="py-2 pl-3 pr-5">
        <div className="flex justify-end gap-2">
          {row.isReady ? (
            <ButtonLink size="sm" to={`/agents/${zipCode}`} aria-label={`View ${zipCode}`}>
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
            disabled={!row.isReady || isExporting}
            onClick={() => onExport(zipCode)}
          >
            <Download aria-hidden /> Export
          </Button>
        </div>
      </td>
    </tr>
  );
}

function Status({ isReady }: { isReady: boolean }) {
  if (isReady) return <Badge tone="positive">Active</Badge>;
  return (
    <Badge tone="caution" title={updatingHint}>
      <LoaderCircle aria-hidden className="animate-spin" /> Updating
      <span className="sr-only">. {updatingHint}</span>
    </Badge>
  );
}
