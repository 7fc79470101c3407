import { type Figures, figuresOf } from './figures.ts';
import type { Source } from './source.ts';

type Rail = { what: string; of: (figures: Figures) => number; most: number };

const functions: Rail[] = [
  { what: 'function median, lines', of: ({ functionMedian }) => functionMedian, most: 10 },
  { what: 'function p90, lines', of: ({ functionP90 }) => functionP90, most: 30 },
];

const rails: Record<'repository' | 'services', Rail[]> = {
  repository: [
    ...functions,
    { what: 'file median, lines', of: ({ fileMedian }) => fileMedian, most: 65 },
    { what: 'back-arrows', of: ({ backArrows }) => backArrows.length, most: 0 },
  ],
  services: [
    ...functions,
    { what: 'import lines, %', of: ({ importShare }) => Math.round(importShare * 1_000) / 10, most: 9 },
  ],
};

/** Returns the broken guard rails, as lines to print. */
export function brokenRails(sources: readonly Source[]): string[] {
  const figures = {
    repository: figuresOf(sources),
    services: figuresOf(sources.filter(({ file }) => file.startsWith('services/'))),
  };
  const broken = (['repository', 'services'] as const).flatMap(area =>
    rails[area]
      .map(({ what, of, most }) => ({ what, most, is: of(figures[area]) }))
      .filter(({ is, most }) => is > most)
      .map(({ what, is, most }) => `${area}: ${what}: expected at most ${most}, got ${is}`),
  );
  return [...broken, ...figures.repository.backArrows];
}
