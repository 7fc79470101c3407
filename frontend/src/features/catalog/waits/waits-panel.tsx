import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { useRef, useState } from 'react';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { useSession } from '../../../product/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Order } from '../use-order.ts';
import { offerText, panel, placeText } from './copy.ts';
import { useStopWaiting, useWaits } from './queries.ts';

/** The ZIPs that the user waits for. Without any, it shows nothing until one was stopped in it. */
export function WaitsPanel({ order, subscribed }: { order: Order; subscribed: ReadonlySet<string> }) {
  const waits = useWaits();
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmailed = useSession().user?.emailNotifications !== false;
  const [hasStopped, setStopped] = useState(false);
  if (waits.isError && !waits.data) {
    // A server of the specification has no waits.
    return isUnknownCall(waits.error) ? null : <Failure onRetry={() => void waits.refetch()} />;
  }
  // Catalog ends the wait for a ZIP that was ordered some seconds later.
  const rows = (waits.rows ?? []).filter(({ zipCode }) => !subscribed.has(zipCode));
  if (rows.length === 0 && !hasStopped) return null;
  return (
    <Card className="overflow-hidden">
      <h2 ref={heading} tabIndex={-1} className="px-5 pt-4 font-semibold -outline-offset-2">
        {panel.title}
      </h2>
      <p className="px-5 pb-3 text-sm text-muted">
        {rows.length === 0 ? panel.none : isEmailed ? panel.text : panel.silent}
      </p>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto border-t border-line">
        {rows.map(wait => (
          <WaitRow
            key={wait.zipCode}
            wait={wait}
            order={order}
            onStopped={() => {
              setStopped(true);
              // The pressed button is gone.
              heading.current?.focus();
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div role="status" className="flex flex-wrap items-center justify-between gap-3 text-sm">
    {panel.failed}
    <Button size="sm" onClick={onRetry}>
      {panel.retry}
    </Button>
  </div>
);

type WaitRowProps = { wait: ZipWait; order: Order; onStopped: () => void };

function WaitRow({ wait, order, onStopped }: WaitRowProps) {
  const { zipCode, city, state, offerEndsAt } = wait;
  const stop = useStopWaiting();
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2.5 pl-5 pr-3 text-sm">
      <div className="min-w-40 flex-1">
        <p>
          <span className="font-semibold">{zipCode}</span> {city}, <span className="text-muted">{state}</span>
        </p>
        <p className={offerEndsAt ? 'font-semibold text-positive' : 'text-muted'}>
          {offerEndsAt ? offerText(offerEndsAt) : placeText(wait)}
        </p>
      </div>
      {offerEndsAt && <AddButton wait={wait} order={order} />}
      <Button
        size="sm"
        tone="quiet"
        className="ml-auto"
        aria-label={`Stop waiting for ZIP code ${zipCode}`}
        aria-busy={stop.isPending}
        onClick={() => {
          if (!stop.isPending) stop.mutate(zipCode, { onSuccess: onStopped });
        }}
      >
        Stop waiting
      </Button>
    </li>
  );
}

/** Stays after the press, so that it keeps the focus. */
function AddButton({ wait: { zipCode, city, state }, order }: { wait: ZipWait; order: Order }) {
  const isChosen = order.items.some(item => item.zipCode === zipCode);
  return (
    <Button
      size="sm"
      aria-disabled={isChosen}
      aria-label={isChosen ? `In your order: ${zipCode}` : `Add ${zipCode} to the order`}
      onClick={() => {
        if (!isChosen) order.add({ id: zipCode, zipCode, city, state });
      }}
    >
      {isChosen ? 'In your order' : 'Add'}
    </Button>
  );
}
