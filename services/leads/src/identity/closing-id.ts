import { idOf } from '@closingwire/chassis/ids';

const SEPARATOR = '\u001f';

/** Returns the id of an agent's role in a sale: an agent in another role is another closing. */
export const closingIdOf = (saleId: string, agentId: string, role: string): string =>
  idOf(['closing', saleId, agentId, role.toLowerCase()].join(SEPARATOR));
