import { ChevronDown, Map as MapIcon } from 'lucide-react';
import { type ComponentProps, lazy, useId } from 'react';
import { storeText, useStoredText } from '../../lib/stored-text.ts';
import { Card } from '../../ui/card.tsx';
import { WhenSeen } from '../../ui/when-seen.tsx';

const StateMap = lazy(() => import('./state-map.tsx'));

const HIDDEN_KEY = 'catalogMapHidden';

/** The map of the selected state; the browser remembers whether it is collapsed. */
export function MapPanel(props: ComponentProps<typeof StateMap>) {
  const id = useId();
  const isHidden = useStoredText(HIDDEN_KEY) === 'true';
  return (
    <Card className="overflow-hidden">
      <h2>
        <button
          type="button"
          aria-expanded={!isHidden}
          aria-controls={id}
          className="flex w-full items-center gap-2 px-5 py-3.5 text-left font-semibold -outline-offset-2 hover:bg-ink/3"
          onClick={() => storeText(HIDDEN_KEY, isHidden ? null : 'true')}
        >
          <MapIcon aria-hidden className="size-4.5 text-accent-deep" /> Map
          <ChevronDown
            aria-hidden
            className={`ml-auto size-4 text-muted transition-transform ${isHidden ? '' : 'rotate-180'}`}
          />
        </button>
      </h2>
      <div id={id} className="border-t border-line" hidden={isHidden}>
        {!isHidden && (
          <WhenSeen label="Loading map" className="min-h-96">
            <StateMap {...props} />
          </WhenSeen>
        )}
      </div>
    </Card>
  );
}
