import { List, MapPin, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { RemoveZipDialog } from './remove-zip-dialog.tsx';
import { UpdatingBadge } from './updating-badge.tsx';
import { pathOfList, type ZipWithList } from './zip-status.ts';

type ZipStripProps = { zips: readonly ZipWithList[]; isPaused: (zip: ZipWithList) => boolean };

export function ZipStrip({ zips, isPaused }: ZipStripProps) {
  const [leaving, setLeaving] = useState<ZipWithList | null>(null);
  return (
    <section aria-labelledby="zips-title">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="zips-title" className="flex items-center gap-2 font-semibold">
          <MapPin aria-hidden className="size-4.5 text-accent-deep" /> Your ZIP Codes
        </h2>
        <div className="flex gap-2">
          <ButtonLink to="/subscriptions" size="sm" tone="quiet">
            <List aria-hidden /> All Lists
          </ButtonLink>
          <ButtonLink to="/zips" size="sm">
            <Plus aria-hidden /> Add More
          </ButtonLink>
        </div>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3">
        {zips.map(zip => (
          <ZipCard
            key={zip.subscription.id}
            zip={zip}
            isPaused={isPaused(zip)}
            onRemove={() => setLeaving(zip)}
          />
        ))}
      </ul>
      {leaving && <RemoveZipDialog zip={leaving.subscription} onClose={() => setLeaving(null)} />}
    </section>
  );
}

type ZipCardProps = {
  zip: ZipWithList;
  /** The account's lists are closed and the ZIP is not granted: the dashboard hides its closings. */
  isPaused: boolean;
  onRemove: () => void;
};

/** A subscribed ZIP; links to exactly the closings that it counts. */
function ZipCard({ zip, isPaused, onRemove }: ZipCardProps) {
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
          {zip.agentCount !== null && ` · ${leadCount(zip.agentCount)} in 7 days`}
        </p>
      </div>
      <Button tone="quiet" size="icon-sm" aria-label={`Remove ${zipCode}`} onClick={onRemove}>
        <X aria-hidden className="text-muted" />
      </Button>
    </li>
  );
}

const leadCount = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`;

function Status({ isPaused, isReady }: { isPaused: boolean; isReady: boolean }) {
  if (isPaused) return <Badge tone="neutral">Paused</Badge>;
  return isReady ? <Badge tone="positive">Active</Badge> : <UpdatingBadge />;
}
