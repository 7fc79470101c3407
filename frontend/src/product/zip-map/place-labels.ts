import type { Point } from './projection.ts';

export type LabelKind = 'city' | 'town' | 'county' | 'zip';

/** A text that the map would show; earlier ones come first. */
export type Candidate = {
  id: string;
  kind: LabelKind;
  text: string;
  at: Point;
  /** From the place to the text's middle. */
  gapPx: number;
};

export type Label = { id: string; kind: LabelKind; text: string; middle: Point };

export type Box = readonly [left: number, top: number, right: number, bottom: number];

type Room = {
  frame: Box;
  /** Where no text may be. */
  reserved: readonly Box[];
  /** Dots, which texts cover only if there is no other place. */
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

const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const isWithin = (a: Box, b: Box) => a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];

/** Returns the width of a text, or somewhat more. */
export const widthOf = ({ kind, text }: Pick<Candidate, 'kind' | 'text'>) => text.length * letters[kind][0];

const boxOf = (candidate: Candidate, [x, y]: Point): Box => {
  const [halfWidth, halfHeight] = [widthOf(candidate) / 2 + SPACE_PX, letters[candidate.kind][1] / 2 + 1];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
};

/** Above, below, right and left of the place; a county's name is at its middle if possible. */
function middlesOf(candidate: Candidate): Point[] {
  const { kind, at, gapPx } = candidate;
  const [x, y] = at;
  const aside = widthOf(candidate) / 2 + gapPx - 2;
  const around: Point[] = [
    [x, y - gapPx],
    [x, y + gapPx],
  ];
  return kind === 'county' ? [at, ...around] : [...around, [x + aside, y], [x - aside, y]];
}

/** Returns the texts that fit without overlap, at most `limit`. */
export function placeLabels(
  candidates: readonly Candidate[],
  { frame, reserved, dots, limit }: Room,
): Label[] {
  const taken: Box[] = [...reserved];
  const labels: Label[] = [];
  const coveredBy = ([left, top, right, bottom]: Box) =>
    dots.filter(([x, y]) => x > left && x < right && y > top && y < bottom).length;
  for (const candidate of candidates) {
    if (labels.length >= limit) break;
    const free = middlesOf(candidate)
      .map(middle => ({ middle, box: boxOf(candidate, middle) }))
      .filter(({ box }) => isWithin(box, frame) && !taken.some(other => overlap(box, other)))
      .map(place => ({ ...place, covered: coveredBy(place.box) }))
      .toSorted((a, b) => a.covered - b.covered);
    const [best] = free;
    if (!best) continue;
    taken.push(best.box);
    labels.push({ id: candidate.id, kind: candidate.kind, text: candidate.text, middle: best.middle });
  }
  return labels;
}
