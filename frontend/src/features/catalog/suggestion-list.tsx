import type { Zip } from '@closingwire/contracts/screen-api';
import clsx from 'clsx';
import { Badge } from '../../ui/badge.tsx';

type SuggestionListProps = {
  id: string;
  zips: readonly Zip[];
  active: number;
  onActive: (index: number) => void;
  onPick: (zip: Zip) => void;
};

/** Options of the search box, which keeps the focus and handles keys. */
export function SuggestionList({ id, zips, active, onActive, onPick }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions">
      {zips.map((zip, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keys
        <div
          key={zip.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-disabled={!zip.isAvailable}
          // The input's blur would close the list before the click.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onPick(zip)}
          onMouseEnter={() => onActive(index)}
          className={clsx(
            'flex items-center gap-3 rounded-lg px-3 py-2 text-sm',
            index === active && 'bg-ink/8',
            !zip.isAvailable && 'cursor-not-allowed text-muted',
          )}
        >
          <span className="font-semibold">{zip.zipCode}</span>
          <span className="truncate">
            {zip.city}, {zip.state}
          </span>
          {!zip.isAvailable && <Badge className="ml-auto">Unavailable</Badge>}
        </div>
      ))}
    </div>
  );
}
