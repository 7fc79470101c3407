import type { Agent } from '@closingwire/contracts/lead';
import { Flag } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';

type RowActionsProps = { agent: Agent; onDetails: (agent: Agent) => void; onFlag: (agent: Agent) => void };

export function RowActions({ agent, onDetails, onFlag }: RowActionsProps) {
  return (
    <div className="flex justify-end gap-1">
      <Button size="sm" aria-label={`View details of ${agent.fullName}`} onClick={() => onDetails(agent)}>
        Details
      </Button>
      <Button tone="quiet" size="icon-sm" aria-label={`Flag ${agent.fullName}`} onClick={() => onFlag(agent)}>
        <Flag aria-hidden className="text-muted" />
      </Button>
    </div>
  );
}
