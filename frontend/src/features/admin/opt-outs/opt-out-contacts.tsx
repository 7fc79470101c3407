import type { OptOut } from '@closingwire/contracts/opt-out-api';
import { agentsText, kindLabels } from './copy.ts';

/** What an opt-out names, and how many agents carry it. */
export function OptOutContacts({ contacts }: Pick<OptOut, 'contacts'>) {
  return (
    <ul className="grid min-w-0 gap-1 wrap-anywhere">
      {contacts.map(({ kind, shown, isInEffect, agentCount }) => (
        <li key={kind}>
          <span className="text-muted">{kindLabels[kind]}</span>{' '}
          <span className="font-semibold">{shown}</span>
          <span className="block text-xs text-muted">
            {agentsText(agentCount)}, {isInEffect ? 'in effect' : 'not in effect'}
          </span>
        </li>
      ))}
    </ul>
  );
}
