import { type AuditChange, type AuditLogEntry, changedFields } from '@closingwire/contracts/audit';
import { settingKey, settingTable } from '@closingwire/contracts/content';

type Party = AuditLogEntry['actor'];

/**
 * Returns the party's name, else its email address, else its ID: a deleted user has only an ID, as does a party that
 * is not a user.
 */
const partyName = (party: Party): string => party?.name || party?.email || party?.id || '';

const partyDetail = (party: Party): string => (party?.name ? party.email : '');

/** Returns the actor's name and address; for a key that no user owns, the kind of key. */
export const actorLines = ({ actor, keyHolder }: AuditLogEntry): string[] =>
  [partyName(actor) || keyHolder || 'Somebody unknown', partyDetail(actor)].filter(Boolean);

const labels: Readonly<Record<string, string>> = changedFields;

/** Returns the changed object in lines: for a setting, its title and the key with which admins search the log. */
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

/** The text of an entry tells a check already. */
export const changeLines = ({ changes }: AuditLogEntry): string[] =>
  changes.filter(({ field }) => field !== 'isCheck' && field !== 'isUnchanged').map(changeLine);

/** The affected user and the named subject, one line each. */
export function aboutLines({ target, subject }: AuditLogEntry): string[] {
  return [partyName(target), partyDetail(target), ...subjectLines(subject)].filter(Boolean);
}

export const originLines = ({ device, ip }: AuditLogEntry): string[] => [device, ip].filter(Boolean);
