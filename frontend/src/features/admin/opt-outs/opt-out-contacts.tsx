import type { OptOut } from '@closingwire/contracts/opt-out';
import { agentLines, agentsText, kindLabels } from './copy.ts';

/** The contacts of an opt-out and their numbers of agents. */
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
export function AgentNames({ contact }: { contact: OptOut['contacts'][number] }) {
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
