import { List, MapPin, Plus } from 'lucide-react';
import { useState } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { RemoveZipDialog } from './remove-zip-dialog.tsx';
import { ZipCard } from './zip-card.tsx';
import type { ZipWithList } from './zip-status.ts';

type ZipStripProps = { zips: readonly ZipWithList[]; isPaused: (zip: ZipWithList) => boolean };

/** The subscribed ZIPs side by side, with links. */
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
