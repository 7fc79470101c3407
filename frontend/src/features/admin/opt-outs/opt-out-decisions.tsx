import type { OptOut } from '@closingwire/contracts/opt-out';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { agentLines, agentsText, decisionCopy, decisionsOn, kindLabels } from './copy.ts';
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

export function OptOutContacts({ contacts }: Pick<OptOut, 'contacts'>) {
  return (
    <ul className="grid min-w-0 gap-1 wrap-anywhere">
      {contacts.map(contact => (
        <li key={contact.kind}>
          <span className="text-muted">{kindLabels[contact.kind]}</span>{' '}
          <span className="font-semibold">{contact.shown}</span>
          <span className="block text-xs text-muted">
            {agentsText(contact.agentCount)}, {contact.isInEffect ? 'in effect' : 'not in effect'}
          </span>
          <AgentNames contact={contact} />
        </li>
      ))}
    </ul>
  );
}

/** Agents with a contact, shown while an admin has to decide. */
function AgentNames({ contact }: { contact: OptOut['contacts'][number] }) {
  const lines = agentLines(contact);
  if (lines.length === 0) return null;
  return (
    <ul className="text-xs text-muted">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two agents may have the same line, and none is moved
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}
