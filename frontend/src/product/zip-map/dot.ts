import { countText } from '../count-text.ts';
import { type SpecialKind, specialKinds } from '../zip-kinds.ts';
import type { Point } from './projection.ts';

/** `fewHomes`: free, and for PO boxes or one organization. */
export type DotKind = 'free' | 'fewHomes' | 'taken' | 'chosen' | 'subscribed';

export type Dot = {
  zipCode: string;
  city: string;
  /** Degrees north and east; null if unknown. */
  coordinates: readonly [north: number, east: number] | null;
  kind: DotKind;
  /** Set for a ZIP with few homes or none, whatever its `kind`. */
  special?: SpecialKind | undefined;
  /** Draws a disc with this number. */
  count?: number;
};

type Look = {
  label: string;
  className: string;
  /** Returns the dot's path at this point; size 1 is the legend's. */
  shape: (at: Point, size: number) => string;
};

const circle =
  (radius: number): Look['shape'] =>
  ([x, y], size) => {
    const r = Number((radius * size).toFixed(1));
    return `M${(x - r).toFixed(1)},${y.toFixed(1)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`;
  };

const polygon =
  (corners: readonly Point[]): Look['shape'] =>
  ([x, y], size) =>
    `M${corners.map(([dx, dy]) => `${(x + dx * size).toFixed(1)},${(y + dy * size).toFixed(1)}`).join('L')}Z`;

const cross =
  (radius: number): Look['shape'] =>
  ([x, y], size) => {
    const r = Number((radius * size).toFixed(1));
    return `M${(x - r).toFixed(1)},${(y - r).toFixed(1)}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`;
  };

/** In drawing order. Kinds differ in shape, so the map is readable without color. */
export const looks: Record<DotKind, Look> = {
  taken: { label: 'Taken', className: 'fill-none stroke-muted', shape: cross(2.5) },
  free: {
    label: 'Free',
    className: 'fill-accent stroke-accent-deep dark:stroke-land dark:[paint-order:stroke]',
    shape: circle(2.6),
  },
  fewHomes: {
    label: 'Free, few or no homes',
    className: 'fill-land stroke-accent-deep dark:stroke-accent',
    shape: circle(2.6),
  },
  subscribed: {
    label: 'Subscribed',
    className: 'fill-positive stroke-land',
    shape: polygon([
      [-5, -5],
      [5, -5],
      [5, 5],
      [-5, 5],
    ]),
  },
  chosen: {
    label: 'In your order',
    className: 'fill-ink stroke-land',
    shape: polygon([
      [0, -7.5],
      [7.5, 0],
      [0, 7.5],
      [-7.5, 0],
    ]),
  },
};

export const kinds = Object.keys(looks) as DotKind[];

/** Returns the kind of a free ZIP's dot. */
export const freeKind = ({ special }: Pick<Dot, 'special'>): DotKind => (special ? 'fewHomes' : 'free');

export function describeKind({ kind, count, special }: Pick<Dot, 'kind' | 'count' | 'special'>): string {
  const state = count === undefined ? looks[kind].label : countText(count);
  return special ? `${specialKinds[special].label}. ${state}` : state;
}
