import type { OptOut } from '@closingwire/contracts/opt-out';
import { AgentNames } from './agent-names.tsx';
import { agentsText, kindLabels } from './copy.ts';

/** What an opt-out names, and how many agents carry it. */
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
