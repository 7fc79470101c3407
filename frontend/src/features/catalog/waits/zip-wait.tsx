import type { Zip } from '@closingwire/contracts/screen-api';
import { Button } from '../../../ui/button.tsx';
import { offerText } from './copy.ts';
import { useStopWaiting, useWait, useWaitForZip } from './queries.ts';

/** A row's wait: the button that begins or ends it, or until when the user may order. */
export function ZipWait({ zip: { zipCode, isAvailable, isSwitchedOff } }: { zip: Zip }) {
  const wait = useWait(zipCode);
  if (wait?.offerEndsAt) {
    return <p className="mt-1 text-xs font-semibold text-positive">{offerText(wait.offerEndsAt)}</p>;
  }
  return isAvailable || (isSwitchedOff && !wait) ? null : (
    <WaitButton zipCode={zipCode} isWaiting={wait !== undefined} />
  );
}

/** One button for both, so that it keeps the focus. */
function WaitButton({ zipCode, isWaiting }: { zipCode: string; isWaiting: boolean }) {
  const wait = useWaitForZip();
  const stop = useStopWaiting();
  const isBusy = wait.isPending || stop.isPending;
  return (
    <span className="ml-1 inline-flex flex-wrap items-center justify-end gap-x-1">
      {isWaiting && <span className="text-xs text-muted">Waiting</span>}
      <Button
        size="sm"
        tone="quiet"
        className="px-2 text-xs max-sm:h-auto max-sm:min-h-8 max-sm:whitespace-normal"
        aria-busy={isBusy}
        {...(isWaiting && { 'aria-label': `Stop waiting for ${zipCode}` })}
        onClick={() => {
          if (!isBusy) (isWaiting ? stop : wait).mutate(zipCode);
        }}
      >
        {isWaiting ? 'Stop waiting' : `Wait for ${zipCode}`}
      </Button>
    </span>
  );
}
