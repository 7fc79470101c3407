import type { ZipArea } from '@closingwire/contracts/catalog';
import { MOST_ZIPS_OF_AREA } from '@closingwire/contracts/shown-limits';
import { Plus } from 'lucide-react';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { freeZips, zipsText } from '../paste/groups.ts';
import type { Order } from '../use-order.ts';
import type { ZipFilterState } from '../use-zip-filter.ts';
import { addText, freeText } from './area-text.ts';
import { type OtherSearch, otherSearches } from './other-searches.ts';
import { useArea } from './queries.ts';

type AreaBarProps = { filter: ZipFilterState; order: Order };

/** Counts what a search finds, adds all that is free, and offers searches nearby. */
export default function AreaBar({ filter, order }: AreaBarProps) {
  const found = useArea(filter);
  const { data: area, isPlaceholderData } = found;
  if (found.isError && !isUnknownCall(found.error)) return <Failure onRetry={() => void found.refetch()} />;
  if (!area || !filter.search) return null;
  return (
    <div className="grid gap-3 empty:hidden" aria-busy={isPlaceholderData}>
      {area.total > 0 && <Found area={area} order={order} isStale={isPlaceholderData} />}
      <OtherSearches searches={otherSearches(filter.search, area)} onSearch={filter.setText} />
    </div>
  );
}

type FoundProps = { area: ZipArea; order: Order; isStale: boolean };

function Found({ area, order, isStale }: FoundProps) {
  const { fit, rest, withoutHomes } = freeZips({
    zips: area.zipCodes,
    ordered: new Set(order.items.map(({ zipCode }) => zipCode)),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm">
        <span className="font-semibold">{zipsText(area.total)}</span>{' '}
        <span className="text-muted">{freeText(fit.length, rest.length, area.total)}</span>
        {withoutHomes.length > 0 && (
          <span className="text-muted">
            {' '}
            · {withoutHomes.length.toLocaleString('en-US')} more with few homes or none: add them one by one
          </span>
        )}
      </p>
      {fit.length > 0 && area.total <= MOST_ZIPS_OF_AREA && (
        <Button
          size="sm"
          disabled={isStale}
          onClick={() => order.addAll(fit.map(zip => ({ ...zip, id: zip.zipCode })))}
        >
          <Plus aria-hidden /> {addText(fit.length)}
        </Button>
      )}
    </div>
  );
}

type OtherSearchesProps = { searches: readonly OtherSearch[]; onSearch: (text: string) => void };

function OtherSearches({ searches, onSearch }: OtherSearchesProps) {
  if (searches.length === 0) return null;
  return (
    <ul aria-label="Other searches" className="flex flex-wrap gap-2">
      {searches.map(({ search, label }) => (
        <li key={search}>
          <button
            type="button"
            className="rounded-full border border-line-strong px-3 py-1 text-sm hover:border-ink/70 pointer-coarse:py-2"
            onClick={() => onSearch(search)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
    The free ZIP codes of this search could not be counted.
    <Button size="sm" onClick={onRetry}>
      Count them again
    </Button>
  </div>
);
