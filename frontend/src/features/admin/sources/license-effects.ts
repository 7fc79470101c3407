import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { ClosingsOfSource, Source, SourceUse } from '@closingwire/contracts/sources';
import { formatInstant } from '../../../lib/dates.ts';
import { countText } from '../../../product/count-text.ts';
import { namesOfUses, number, statesText } from './copy.ts';
import { hasEnded } from './license-end.ts';
import type { License } from './source-form.ts';

const openUses = ({ permittedUses, expiresAt }: License, now: Date): readonly SourceUse[] =>
  hasEnded(expiresAt, now) ? [] : permittedUses;

const without = (uses: readonly SourceUse[], others: readonly SourceUse[]) =>
  uses.filter(use => !others.includes(use));

/** The closings of each use that only this source shows; undefined until they are counted. */
export type Counted = ClosingsOfSource | undefined;

const verbOf = (count: number, [one, many]: readonly [one: string, many: string]) =>
  count === 1 ? one : many;

/**
 * Returns for example "12 closings that no other source reported (3 of them of the last 7 days) are hidden". The counts
 * of uses can differ by the licenses of other sources; then the highest ones follow "up to".
 */
function closingsText(
  uses: readonly SourceUse[],
  counted: Counted,
  verb: readonly [one: string, many: string] = ['', ''],
): string {
  if (!counted) return `closings that no other source reported ${verb[1]}`.trim();
  const most = (of: 'closings' | 'recent') => Math.max(...uses.map(use => counted[use][of]));
  const closings = most('closings');
  const isSame = new Set(uses.map(use => counted[use].closings)).size === 1;
  const recent = closings > 0 ? ` (${number(most('recent'))} of them of the last ${LIST_DAYS} days)` : '';
  const count = `${isSame ? '' : 'up to '}${countText(closings)}`;
  return `${count} that no other source reported${recent} ${verbOf(closings, verb)}`.trim();
}

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

/** Returns whether saving a license hides or shows closings, now or at its end. */
export const changesClosings = (before: Source, after: License, now: Date): boolean =>
  [...effectsOnUses(before, after, now, undefined), effectOfEnd(before, after, now, undefined)].some(Boolean);

function effectsOnUses(before: Source, after: License, now: Date, counted: Counted): string[] {
  const [lost, gained] = [lostUses(before, after, now), lostUses(after, before, now)];
  return [
    lost.length > 0
      ? `${usesText(lost, 'end')}: ${closingsText(lost, counted, ['is hidden', 'are hidden'])} there within a second.`
      : '',
    gained.length > 0
      ? `${usesText(gained, 'begin')}: ${closingsText(gained, counted, ['appears', 'appear'])} there within a second.`
      : '',
  ];
}

function effectOfEnd(
  before: Source | undefined,
  { expiresAt, permittedUses }: License,
  now: Date,
  counted: Counted,
): string {
  const isNew = expiresAt !== (before?.expiresAt ?? null);
  if (expiresAt === null || !isNew || hasEnded(expiresAt, now) || permittedUses.length === 0) return '';
  const end = `${usesText(permittedUses, 'end')} on ${formatInstant(expiresAt)}.`;
  const isRenewal = before !== undefined && hasEnded(before.expiresAt, now);
  return counted && !isRenewal ? `${end} Until then it shows ${closingsText(permittedUses, counted)}.` : end;
}

function effectOnFeed({ feed, expiresAt }: Source, after: License, now: Date): string {
  const [wasEnded, isEnded] = [hasEnded(expiresAt, now), hasEnded(after.expiresAt, now)];
  if (!feed || wasEnded === isEnded) return '';
  return isEnded ? 'Its feed pulls nothing.' : 'Its feed pulls again within a minute.';
}

const sorted = (states: License['states']) => statesText(states?.toSorted() ?? null);

/** Returns what saving a license would do, one sentence for each effect. `before` is undefined for a new source. */
export function effectsOf(
  before: Source | undefined,
  after: License,
  now: Date,
  counted?: ClosingsOfSource,
): string[] {
  const isHidden = openUses(after, now).length === 0;
  const effects = before
    ? [
        ...effectsOnUses(before, after, now, counted),
        effectOfEnd(before, after, now, counted),
        effectOnFeed(before, after, now),
        sorted(before.states) === sorted(after.states)
          ? ''
          : `From the next delivery on, rows are accepted for: ${statesText(after.states)}. Stored closings stay.`,
        before.mustBeNamed === after.mustBeNamed
          ? ''
          : `The details of its closings, exports and the API ${after.mustBeNamed ? '' : 'no longer '}name it.`,
      ]
    : [isHidden ? 'Its closings are shown nowhere.' : '', effectOfEnd(before, after, now, undefined)];
  return effects.filter(Boolean);
}
