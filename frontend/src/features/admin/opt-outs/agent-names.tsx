import type { OptOut } from '@closingwire/contracts/opt-out';
import { agentLines } from './copy.ts';

/** Who carries a contact, while an admin has to decide on it. */
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
