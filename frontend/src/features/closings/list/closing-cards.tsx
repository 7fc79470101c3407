import type { Closing } from '@closingwire/contracts/lead';
import { formatDay } from '../../../lib/dates.ts';
import { formatSalePrice } from '../../../lib/money.ts';
import { ContactLinks, RowActions } from './row-parts.tsx';

type ClosingCardsProps = {
  agents: readonly Closing[];
  onDetails: (agent: Closing) => void;
  onFlag: (agent: Closing) => void;
};

/** The same closings for a phone, one under the other. */
export function ClosingCards({ agents, ...actions }: ClosingCardsProps) {
  return (
    <ul className="divide-y divide-line">
      {agents.map(agent => (
        <li key={agent.id} className="grid grid-cols-1 gap-3 p-5 text-sm">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <p className="font-semibold">{agent.fullName}</p>
              <p className="truncate text-muted">{agent.brokerageName ?? 'Independent'}</p>
            </div>
            <p className="shrink-0 text-right">
              <span className="block font-semibold">{formatSalePrice(agent.property.price)}</span>
              <span className="text-muted">{formatDay(agent.property.soldDate)}</span>
            </p>
          </div>
          <p className="text-muted">
            {agent.property.address1}, {agent.property.city}, {agent.property.state} {agent.property.zip}
          </p>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <ContactLinks agent={agent} />
            <RowActions agent={agent} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
