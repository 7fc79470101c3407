import type { Closing } from '@closingwire/contracts/lead';
import { formatDay } from '../../../lib/dates.ts';
import { formatSalePrice } from '../../../product/sale-price.ts';
import { FlagMark } from './flag-mark.tsx';
import { type ClosingActions, ContactLinks, RowActions } from './row-cells.tsx';

type ClosingCardsProps = ClosingActions & { agents: readonly Closing[] };

/** The table's closings as cards, for phones. */
export function ClosingCards({ agents, ...actions }: ClosingCardsProps) {
  return (
    <ul className="divide-y divide-line">
      {agents.map(closing => (
        <li key={closing.id} className="grid grid-cols-1 gap-3 p-5 text-sm">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="font-semibold">{closing.fullName}</p>
              <p className="truncate text-muted">{closing.brokerageName ?? 'Independent'}</p>
              <FlagMark closingId={closing.id} />
            </div>
            <p className="shrink-0 text-right">
              <span className="block font-semibold">{formatSalePrice(closing.property.price)}</span>
              <span className="text-muted">{formatDay(closing.property.soldDate)}</span>
            </p>
          </div>
          <p className="text-muted">
            {closing.property.address1}, {closing.property.city}, {closing.property.state}{' '}
            {closing.property.zip}
          </p>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <ContactLinks closing={closing} />
            <RowActions closing={closing} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
