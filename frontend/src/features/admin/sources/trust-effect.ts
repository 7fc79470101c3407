import type { Source } from '@closingwire/contracts/sources';
import { namedText } from './copy.ts';

type Rival = Pick<Source, 'id' | 'name' | 'trust'>;

/** Returns what a new trust changes between a source and the others; '' if it changes nothing. */
export function effectOfTrust(before: Rival | undefined, trust: number, sources: readonly Rival[]): string {
  // A new source has reported nothing yet.
  if (!before || Number.isNaN(trust) || trust === before.trust) return '';
  const others = sources.filter(({ id }) => id !== before.id);
  if (others.length === 0) return '';
  const orderOf = (ownTrust: number, other: Rival) => Math.sign(ownTrust - other.trust);
  const changed = others.filter(other => orderOf(before.trust, other) !== orderOf(trust, other));
  const named = (order: number) =>
    changed.filter(other => orderOf(trust, other) === order).map(({ name }) => name);
  const [beaten, equal, stronger] = [named(1), named(0), named(-1)];
  const changes = [
    beaten.length > 0 && `it wins over ${namedText(beaten)}`,
    stronger.length > 0 && `${namedText(stronger)} ${stronger.length === 1 ? 'wins' : 'win'} over it`,
    equal.length > 0 && `of it and ${namedText(equal)}, the newer report wins`,
  ].filter(Boolean);
  if (changes.length === 0) return 'No source changes places with it: the same reports win as before.';
  return `Decides again between its reports and those of others, within minutes: ${changes.join('; ')}.`;
}
