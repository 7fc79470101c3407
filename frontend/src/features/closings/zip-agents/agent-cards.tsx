import type { Agent } from '@closingwire/contracts/lead';
import { useState } from 'react';
import { AgentDialog } from '../list/agent-dialog.tsx';
import { FlagDialog } from '../list/flag-dialog.tsx';
import { AgentCard } from './agent-card.tsx';

export function AgentCards({ agents, isStale }: { agents: readonly Agent[]; isStale: boolean }) {
  const [shown, setShown] = useState<Agent | null>(null);
  const [flagged, setFlagged] = useState<Agent | null>(null);
  return (
    <>
      <ul
        aria-busy={isStale}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-4 aria-busy:opacity-60"
      >
        {agents.map(agent => (
          <AgentCard key={agent.id} agent={agent} onDetails={setShown} onFlag={setFlagged} />
        ))}
      </ul>
      {shown && <AgentDialog agent={shown} onClose={() => setShown(null)} />}
      {flagged && <FlagDialog agent={flagged} onClose={() => setFlagged(null)} />}
    </>
  );
}
