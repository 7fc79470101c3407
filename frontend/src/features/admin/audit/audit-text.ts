import { type AuditChange, type AuditLogEntry, changedFields } from '@closingwire/contracts/audit';
import { settingKey, settingTable } from '@closingwire/contracts/content';

export const outcomeLabels = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Not known',
} as const;
export const outcomeTones = {
  done: 'positive',
  refused: 'caution',
  failed: 'danger',
  unknown: 'caution',
} as const;

type Party = AuditLogEntry['actor'];

/** A user by name, else by address; whoever is gone, or is no user, by the id. */
const partyName = (party: Party): string => party?.name || party?.email || party?.id || '';

/** The line under the name, where the name is not all. */
const partyDetail = (party: Party): string => (party?.name ? party.email : '');

/** Who did it, in lines: the name, then the address; of a key that no user owns, what it is. */
export const actorLines = ({ actor, keyHolder }: AuditLogEntry): string[] =>
  [partyName(actor) || keyHolder || 'Somebody unknown', partyDetail(actor)].filter(Boolean);

const labels: Readonly<Record<string, string>> = changedFields;

/** A setting by its title, with the key by which the log is searched. */
function subjectLines(subject: string): string[] {
  const key = settingKey.safeParse(subject);
  return key.success ? [settingTable[key.data].title, subject] : [subject];
}

function changeLine({ field, from, to }: AuditChange): string {
  const label = labels[field] ?? field;
  const [before, after] = [from, to].map(value => (value === '' ? 'empty' : value));
  if (before === undefined && after === undefined) return `${label} changed`;
  if (before === undefined) return `${label}: ${after}`;
  if (after === undefined) return `${label}: ${before}, removed`;
  return before === after ? `${label}: ${after}, as before` : `${label}: from ${before} to ${after}`;
}

/** What was changed, a line each. */
export const changeLines = ({ changes }: AuditLogEntry): string[] => changes.map(changeLine);

/** What an entry was about, in lines: the user, then what else was named. */
export function aboutLines({ target, subject }: AuditLogEntry): string[] {
  return [partyName(target), partyDetail(target), ...subjectLines(subject)].filter(Boolean);
}

/** From where: the browser, then the address. */
export const originLines = ({ device, ip }: AuditLogEntry): string[] => [device, ip].filter(Boolean);
