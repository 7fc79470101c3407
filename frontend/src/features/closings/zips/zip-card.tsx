import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { UpdatingBadge } from './updating-badge.tsx';
import type { ZipWithList } from './zip-status.ts';

export function ZipCard({ zip, onRemove }: { zip: ZipWithList; onRemove: () => void }) {
  const { zipCode, city, state } = zip.subscription.zipCode;
  return (
    <li className="flex min-w-0 items-start gap-2 rounded-2xl border border-line bg-surface p-4 pr-2.5 shadow-card">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          {zip.isReady ? (
            <Link to={`/agents/${zipCode}`} className="font-bold hover:underline">
              {zipCode}
            </Link>
          ) : (
            <span className="font-bold">{zipCode}</span>
          )}
          {zip.isReady ? <Badge tone="positive">Active</Badge> : <UpdatingBadge />}
        </div>
        <p className="truncate text-sm text-muted">
          {city}, {state}
        </p>
        <p className="mt-1 text-xs text-muted">
          {zip.updatedAt ? `Updated ${formatInstant(zip.updatedAt)}` : 'First list on its way'}
          {zip.agentCount !== null && ` · ${zip.agentCount} leads`}
        </p>
      </div>
      <Button tone="quiet" size="icon-sm" aria-label={`Remove ${zipCode}`} onClick={onRemove}>
        <X aria-hidden className="text-muted" />
      </Button>
    </li>
  );
}
