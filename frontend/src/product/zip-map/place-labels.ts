import type { Point } from './projection.ts';

export type LabelKind = 'city' | 'town' | 'county' | 'zip';

/** A text that the map would show; earlier ones come first. */
export type Candidate = {
  id: string;
  kind: LabelKind;
  text: string;
  at: Point;
  /** From the place to the text. */
  gapPx: number;
  /** Whether it may cover dots if there is no other place. */
  isImportant: boolean;
};

export type Label = {
  id: string;
  kind: LabelKind;
  text: string;
  at: Point;
  anchor: 'start' | 'middle' | 'end';
};

export type Box = readonly [left: number, top: number, right: number, bottom: number];

type Room = {
  frame: Box;
  /** Where no text may be. */
  reserved: readonly Box[];
  /** Dots, which only important texts may cover. */
  dots: readonly Point[];
  limit: number;
};

/** Height and width of a letter in px, the latter wide enough for most names. */
const letters: Record<LabelKind, Point> = {
  city: [7.8, 17],
  town: [6.9, 16],
  county: [8.2, 14],
  zip: [6.7, 14],
};
const SPACE_PX = 3;
const DOT_PX = 3;

const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const isWithin = (a: Box, b: Box) => a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];

/** Returns the width of a text, or somewhat more. */
export const widthOf = ({ kind, text }: Pick<Candidate, 'kind' | 'text'>) => text.length * letters[kind][0];

type Place = Pick<Label, 'at' | 'anchor'>;

const boxOf = (candidate: Candidate, { at: [x, y], anchor }: Place): Box => {
  const [width, halfHeight] = [widthOf(candidate), letters[candidate.kind][1] / 2 + 1];
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return [left - SPACE_PX, y - halfHeight, left + width + SPACE_PX, y + halfHeight];
};

/** Above, below, right and left of the place, or farther away; a county's name is at its middle if possible. */
function placesOf({ kind, at, gapPx, isImportant }: Candidate): Place[] {
  const [x, y] = at;
  const around: Place[] = [
    { at: [x, y - gapPx], anchor: 'middle' },
    { at: [x, y + gapPx], anchor: 'middle' },
  ];
  if (kind === 'county') return [{ at, anchor: 'middle' }, ...around];
  const aside = gapPx - 3;
  const beside: Place[] = [
    { at: [x + aside, y], anchor: 'start' },
    { at: [x - aside, y], anchor: 'end' },
  ];
  const farther: Place[] = [
    { at: [x, y - 3 * gapPx], anchor: 'middle' },
    { at: [x, y + 3 * gapPx], anchor: 'middle' },
  ];
  return [...around, ...beside, ...(isImportant ? farther : [])];
}

/** Returns the texts that fit without overlap, at most `limit`. */
export function placeLabels(
  candidates: readonly Candidate[],
  { frame, reserved, dots, limit }: Room,
): Label[] {
  const taken: Box[] = [...reserved];
  const labels: Label[] = [];
  const coveredBy = ([left, top, right, bottom]: Box) =>
    dots.filter(
      ([x, y]) => x > left - DOT_PX && x < right + DOT_PX && y > top - DOT_PX && y < bottom + DOT_PX,
    ).length;
  for (const candidate of candidates) {
    if (labels.length >= limit) break;
    const [best] = placesOf(candidate)
      .map(place => ({ ...place, box: boxOf(candidate, place) }))
      .filter(({ box }) => isWithin(box, frame) && !taken.some(other => overlap(box, other)))
      .map(place => ({ ...place, covered: coveredBy(place.box) }))
      .toSorted((a, b) => a.covered - b.covered);
    if (!best || (best.covered > 0 && !candidate.isImportant)) continue;
    taken.push(best.box);
    const { id, kind, text } = candidate;
    labels.push({ id, kind, text, at: best.at, anchor: best.anchor });
  }
  return labels;
}
