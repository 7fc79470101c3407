import type { Feed, Source, SourceUse } from '@closingwire/contracts/sources';
import type { StateLook } from '../../../ui/badge.tsx';
import { statesOfLicenses } from './state-codes.ts';

export const number = (count: number): string => count.toLocaleString('en-US');

export const labelsOfUses: Record<SourceUse, string> = { lists: 'Lists', exports: 'Exports', api: 'API' };

/** For the inside of a sentence. */
export const namesOfUses: Record<SourceUse, string> = { lists: 'lists', exports: 'exports', api: 'API' };

export const kindLabels: Record<Source['kind'], string> = {
  key: 'Sends with ingestion keys',
  file: 'Files that admins upload',
  reso: 'Pulled by the RESO Web API',
};

const nameOfState = (code: string): string => statesOfLicenses.get(code) ?? code;

/** Returns the names of states, or that of all. */
export const statesText = (codes: readonly string[] | null): string =>
  codes?.map(nameOfState).toSorted().join(', ') ?? 'Every state';

export const sourcesCopy = {
  title: 'Sources',
  empty: 'No sources yet',
  add: 'Add Source',
  states: 'Rows of other states are rejected. Without a choice, rows of every state are accepted.',
  findState: 'Find a state',
  noState: 'No state has this name.',
  mustBeNamed: 'It must be named in the details of its closings, in exports and in the API',
  trust:
    'Of two sources that report the same closing, the more trusted one wins, field by field. Of equal ones, the newer report wins.',
  trustRefused: 'Please enter a whole number from 0 to 100',
  created: { done: 'Source added', failed: 'Failed to add the source' },
  updated: { done: 'Source changed', failed: 'Failed to change the source' },
};

/** Describes the uses of an ended license. */
export const afterRenewal = (uses: string): string => `After a renewal: ${uses}`;

const MOST_NAMED = 3;
const inSentence = new Intl.ListFormat('en-US');

/** Returns for example "A, B, C and 2 more". */
export function namedText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return inSentence
    .format(rest > 0 ? [...names.slice(0, MOST_NAMED), `${number(rest)} more`] : names)
    .replace(', and ', ' and ');
}

/** Returns the hint of the last day. The zone is named, because colleagues may be in another one. */
export const lastDayHint = (timeZone: string): string =>
  `The license ends at the midnight after this day in your time zone (${timeZone}). Empty: no end.`;

export const feedCopy = {
  none: 'No feed is set up',
  noneText: 'Enter the address and the credentials that the MLS gave you.',
  saved: { done: 'Feed saved', failed: 'Failed to save the feed' },
  pulled: { done: 'The pull starts', failed: 'Failed to start the pull' },
  starts: 'The next pull starts within seconds.',
  testFailed: 'The connection could not be tested',
  noSecret: 'Please enter it',
  secret: {
    stored: 'Write-only: it is never shown. Empty keeps the stored one.',
    again: 'The stored one goes only to the address that it was entered for. Enter it again.',
    first: 'Write-only: it is stored encrypted and never shown.',
  },
};

export const authLabels: Record<Feed['auth']['kind'], string> = {
  client: 'Client credentials (OAuth 2)',
  token: 'A fixed token',
};

export const feedStates: Record<Feed['state'], StateLook & { text: string }> = {
  waiting: { label: 'Waiting', tone: 'positive', text: 'It waits for the next pull.' },
  pulling: { label: 'Pulling', tone: 'accent', text: 'It pulls closings now.' },
  failing: {
    label: 'Failing',
    tone: 'caution',
    text: 'The last pull failed. The next one goes on where it ended.',
  },
  stopped: {
    label: 'Stopped',
    tone: 'danger',
    text: 'The server refused a request. Change the settings, or try again.',
  },
  paused: { label: 'Paused', tone: 'neutral', text: 'It pulls nothing until its settings end the pause.' },
  expired: { label: 'Expired', tone: 'danger', text: 'The license has ended, so it pulls nothing.' },
};

const MINUTES_OF_HOUR = 60;

/** Returns how often a feed pulls, such as "Every 15 minutes" or "Every 2 hours". */
export function scheduleText(minutes: number): string {
  const isHours = minutes % MINUTES_OF_HOUR === 0;
  const count = isHours ? minutes / MINUTES_OF_HOUR : minutes;
  const unit = isHours ? 'hour' : 'minute';
  return count === 1 ? `Every ${unit}` : `Every ${number(count)} ${unit}s`;
}
