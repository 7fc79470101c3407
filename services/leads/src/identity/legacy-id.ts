import { idOf } from '@closingwire/chassis/ids';
import type { IdentityFacts } from './agent-keys.ts';

const SEPARATOR = '\u001f';

/**
 * Returns the id that an agent's row had before agents were one person: by license, else by email, else by name and
 * brokerage, within a ZIP.
 */
export function legacyAgentId(zipCode: string, lead: IdentityFacts): string {
  const { licenseNumber, email, fullName, brokerageName } = lead;
  const key = licenseNumber
    ? ['license', licenseNumber.toUpperCase()]
    : email
      ? ['email', email.toLowerCase()]
      : ['name', fullName.toLowerCase(), brokerageName?.toLowerCase() ?? ''];
  return idOf(['agent', zipCode, ...key].join(SEPARATOR));
}
