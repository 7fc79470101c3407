import type { AgentClosing } from '@closingwire/contracts/today';
import { formatDay } from '../../../lib/dates.ts';
import { formatSalePrice } from '../../../product/sale-price.ts';
import { Card } from '../../../ui/card.tsx';
import { propertyTypeLabels } from '../filters/closing-filters.ts';

/** All closings of the agent in the user's ZIPs, the newest first. */
export function AgentSales({ closings }: { closings: readonly AgentClosing[] }) {
  return (
    <Card className="overflow-hidden">
      <h2 className="border-b border-line px-5 py-4 font-semibold">
        {`Closings in your ZIP codes: ${closings.length}`}
      </h2>
      <ul aria-label="Closings" className="divide-y divide-line text-sm">
        {closings.map(closing => (
          <li key={closing.id} className="grid gap-x-6 px-5 py-3 sm:grid-cols-[8rem_1fr_8rem]">
            <span className="tabular-nums">{formatDay(closing.soldDate)}</span>
            <span className="min-w-0">
              {`${closing.address1}, ${closing.city}, ${closing.state} ${closing.zip}`}
              <span className="block text-muted">
                {[closing.agentRole, closing.type && propertyTypeLabels[closing.type], sourcesOf(closing)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="font-medium sm:text-right sm:tabular-nums">
              {formatSalePrice(closing.price)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const sourcesOf = ({ sources }: AgentClosing) => sources.length > 0 && `Source: ${sources.join('; ')}`;
