import { idOf } from '@closingwire/chassis/ids';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { agentKeysOf } from '../src/identity/agent-keys.ts';

/** Returns ids by the strongest key alone, as a database without any agent gives them. */
export function agentOf(lead: ReceivedLead) {
  const identityId = agentKeysOf(lead)[0] ?? '';
  return { identityId, agentId: idOf(`${lead.property.zip} ${identityId}`) };
}
