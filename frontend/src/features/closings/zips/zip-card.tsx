import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { UpdatingBadge } from './updating-badge.tsx';
import { pathOfList, type ZipWithList } from './zip-status.ts';

type ZipCardProps = {
  zip: ZipWithList;
  /** The account's lists are closed and the ZIP is not granted: the dashboard hides its closings. */
  isPaused: boolean;
  onRemove: () => void;
};

/** A subscribed ZIP; links to exactly the closings that it counts. */
export function ZipCard({ zip, isPaused, onRemove }: ZipCardProps) {
  const { zipCode, city, state } = zip.subscription.zipCode;
  return (
    <li className="flex min-w-0 items-start gap-2 rounded-2xl border border-line bg-surface p-4 pr-2.5 shadow-card">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          {zip.isReady ? (
            <Link
              to={zip.list ? pathOfList(zip.list) : `/agents/${zipCode}`}
              className="font-bold hover:underline"
            >
              {zipCode}
            </Link>
          ) : (
            <span className="font-bold">{zipCode}</span>
          )}
          <Status isPaused={isPaused} isReady={zip.isReady} />
        </div>
        <p className="truncate text-sm text-muted">
          {city}, {state}
        </p>
        <p className="mt-1 text-xs text-muted">
          {zip.updatedAt ? `Updated ${formatInstant(zip.updatedAt)}` : 'First list on its way'}
          {zip.agentCount !== null && ` · ${zip.agentCount} leads in 7 days`}
        </p>
      </div>
      <Button tone="quiet" size="icon-sm" aria-label={`Remove ${zipCode}`} onClick={onRemove}>
        <X aria-hidden className="text-muted" />
      </Button>
    </li>
  );
}

function Status({ isPaused, isReady }: { isPaused: boolean; isReady: boolean }) {
  if (isPaused) return <Badge tone="neutral">Paused</Badge>;
  return isReady ? <Badge tone="positive">Active</Badge> : <UpdatingBadge />;
}
