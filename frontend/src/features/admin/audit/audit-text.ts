import type { AuditLogEntry } from '@closingwire/contracts/audit';

export const outcomeLabels = { done: 'Done', refused: 'Refused', failed: 'Failed' } as const;
export const outcomeTones = { done: 'positive', refused: 'caution', failed: 'danger' } as const;

type Party = AuditLogEntry['actor'];

/** A person by name, else by address; whoever is gone, or is no person, by the id. */
export const partyName = (party: Party): string => party?.name || party?.email || party?.id || '';

/** The line under the name, where the name is not all. */
export const partyDetail = (party: Party): string => (party?.name ? party.email : '');

export const actorName = ({ actor }: AuditLogEntry): string => partyName(actor) || 'Somebody unknown';

/** What an entry was about, in lines: the person, then what else was named. */
export function aboutLines({ target, subject }: AuditLogEntry): string[] {
  return [partyName(target), partyDetail(target), subject].filter(Boolean);
}

/** From where: the browser, then the address. */
export const originLines = ({ device, ip }: AuditLogEntry): string[] => [device, ip].filter(Boolean);
