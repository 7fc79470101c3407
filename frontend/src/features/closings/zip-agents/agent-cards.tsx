import type { Closing } from '@closingwire/contracts/lead';
import { House } from 'lucide-react';
import { formatDay } from '../../../lib/dates.ts';
import { formatSalePrice } from '../../../product/sale-price.ts';
import { Badge } from '../../../ui/badge.tsx';
import { FlagMark } from '../list/flag-mark.tsx';
import { type ClosingActions, ContactLinks, RowActions } from '../list/row-cells.tsx';
import { useClosingDialogs } from '../list/use-closing-dialogs.tsx';

export function AgentCards({ agents, isStale }: { agents: readonly Closing[]; isStale: boolean }) {
  const { actions, dialogs } = useClosingDialogs();
  return (
    <>
      <ul
        aria-busy={isStale}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-4 aria-busy:opacity-60"
      >
        {agents.map(closing => (
          <AgentCard key={closing.id} closing={closing} {...actions} />
        ))}
      </ul>
      {dialogs}
    </>
  );
}

function AgentCard({ closing, ...actions }: ClosingActions & { closing: Closing }) {
  const { property } = closing;
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-2xl border border-line bg-surface p-5 text-sm shadow-card">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-base font-semibold">{closing.fullName}</h2>
          <p className="truncate text-muted">{closing.brokerageName ?? 'Independent'}</p>
        </div>
        <Badge tone={closing.agentRole === 'Listing Agent' ? 'accent' : 'neutral'}>{closing.agentRole}</Badge>
      </div>
      <FlagMark closingId={closing.id} />
      <ContactLinks closing={closing} />
      <div className="flex gap-3 rounded-xl bg-sunken p-3">
        <House aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <p className="min-w-0">
          <span className="block truncate font-medium">{property.address1}</span>
          <span className="text-muted">
            {formatSalePrice(property.price)} · sold {formatDay(property.soldDate)}
          </span>
        </p>
      </div>
      <div className="mt-auto">
        <RowActions closing={closing} {...actions} />
      </div>
    </li>
  );
}
