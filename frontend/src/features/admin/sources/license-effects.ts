import type { Source, SourceUse } from '@closingwire/contracts/sources';
import { formatInstant } from '../../../lib/dates.ts';
import { namesOfUses, statesText } from './copy.ts';
import { hasEnded } from './license-end.ts';
import type { License } from './source-form.ts';

const openUses = ({ permittedUses, expiresAt }: License, now: Date): readonly SourceUse[] =>
  hasEnded(expiresAt, now) ? [] : permittedUses;

const without = (uses: readonly SourceUse[], others: readonly SourceUse[]) =>
  uses.filter(use => !others.includes(use));

/** Returns for example "Its 2 uses (exports, API) end". */
function usesText(uses: readonly SourceUse[], verb: 'begin' | 'end'): string {
  const names = uses.map(use => namesOfUses[use]).join(', ');
  return uses.length === 1 ? `Its use (${names}) ${verb}s` : `Its ${uses.length} uses (${names}) ${verb}`;
}

const lostUses = (before: License, after: License, now: Date) =>
  without(openUses(before, now), openUses(after, now));

/** Returns whether saving a license hides closings that are shown now. */
export const hidesClosings = (before: Source | undefined, after: License, now: Date): boolean =>
  before !== undefined && lostUses(before, after, now).length > 0;

function effectsOnUses(before: Source, after: License, now: Date): string[] {
  const [lost, gained] = [lostUses(before, after, now), lostUses(after, before, now)];
  return [
    lost.length > 0
      ? `${usesText(lost, 'end')}: closings that no other source reported are hidden there within a second.`
      : '',
    gained.length > 0 ? `${usesText(gained, 'begin')}: its closings appear there within a second.` : '',
  ];
}

function effectOfEnd(before: Source | undefined, { expiresAt, permittedUses }: License, now: Date): string {
  const isNew = expiresAt !== (before?.expiresAt ?? null);
  if (expiresAt === null || !isNew || hasEnded(expiresAt, now) || permittedUses.length === 0) return '';
  return `${usesText(permittedUses, 'end')} on ${formatInstant(expiresAt)}.`;
}

function effectOnFeed({ feed, expiresAt }: Source, after: License, now: Date): string {
  const [wasEnded, isEnded] = [hasEnded(expiresAt, now), hasEnded(after.expiresAt, now)];
  if (!feed || wasEnded === isEnded) return '';
  return isEnded ? 'Its feed pulls nothing.' : 'Its feed pulls again within a minute.';
}

const sorted = (states: License['states']) => statesText(states?.toSorted() ?? null);

/** Returns what saving a license would do, one sentence for each effect. `before` is undefined for a new source. */
export function effectsOf(before: Source | undefined, after: License, now: Date): string[] {
  const isHidden = openUses(after, now).length === 0;
  const effects = before
    ? [
        ...effectsOnUses(before, after, now),
        effectOfEnd(before, after, now),
        effectOnFeed(before, after, now),
        sorted(before.states) === sorted(after.states)
          ? ''
          : `From the next delivery on, rows are accepted for: ${statesText(after.states)}. Stored closings stay.`,
        before.mustBeNamed === after.mustBeNamed
          ? ''
          : `Exports and the API ${after.mustBeNamed ? '' : 'no longer '}name it.`,
      ]
    : [isHidden ? 'Its closings are shown nowhere.' : '', effectOfEnd(before, after, now)];
  return effects.filter(Boolean);
}
