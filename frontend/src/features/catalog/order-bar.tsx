import { useMedia } from '../../ui/use-media.ts';
import { zipsText } from './paste/groups.ts';
import type { Order } from './use-order.ts';

/** On a phone the order is below the list: a bar keeps it in view, and leads to it. It orders nothing itself. */
export function OrderBar({ order, action }: { order: Order; action: string }) {
  const isBelow = useMedia('(max-width: 63.99rem)');
  if (!isBelow || order.items.length === 0) return null;
  return (
    <div className="pointer-events-none sticky bottom-[var(--terms-height,0px)] z-20 -mx-4 mt-6 border-t border-line-strong bg-surface px-4 py-3 shadow-lift sm:-mx-6 sm:px-6">
      <a
        href="#order"
        className="pointer-events-auto flex min-h-11 items-center justify-center rounded-lg bg-accent px-3 py-1 text-center leading-tight font-semibold text-balance text-on-accent"
      >
        {`${zipsText(order.items.length)} · ${action}`}
      </a>
    </div>
  );
}
