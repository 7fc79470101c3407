import type { OptOut } from '@closingwire/contracts/opt-out';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { agentsText, decisionCopy, decisionsOn, kindLabels } from './copy.ts';
import { AgentNames } from './opt-out-contacts.tsx';
import { type Decision, useDecideOptOut } from './queries.ts';

export function OptOutDecisions({ optOut }: { optOut: OptOut }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const decide = useDecideOptOut(optOut);
  const decisions = decisionsOn(optOut);
  const name = optOut.contacts[0]?.shown ?? '';
  if (decisions.length === 0) return <span className="text-muted">–</span>;
  const concerned = optOut.contacts.filter(({ isInEffect }) => isInEffect === (asked === 'undo'));
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map(decision => (
        <Button
          key={decision}
          size="sm"
          disabled={decide.isPending}
          aria-label={`${decisionCopy[decision].label} the opt-out of ${name}`}
          onClick={() => setAsked(decision)}
        >
          {decisionCopy[decision].label}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={decisionCopy[asked].title}
          action={decisionCopy[asked].label}
          onClose={() => setAsked(null)}
          onConfirm={() => decide.mutate(asked)}
        >
          <p>{decisionCopy[asked].text}</p>
          <ul className="mt-3 grid gap-1 wrap-anywhere">
            {concerned.map(contact => (
              <li key={contact.kind}>
                {kindLabels[contact.kind]} <strong className="font-semibold">{contact.shown}</strong>:{' '}
                {agentsText(contact.agentCount)}
                <AgentNames contact={contact} />
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
