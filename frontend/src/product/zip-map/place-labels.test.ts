import { describe, expect, test } from 'vitest';
import { type Candidate, placeLabels } from './place-labels.ts';

const frame = [0, 0, 400, 300] as const;
const free = { frame, reserved: [], dots: [], limit: 50 };
const town = (text: string, x: number, y: number): Candidate => ({
  id: text,
  kind: 'town',
  text,
  at: [x, y],
  gapPx: 11,
  isImportant: false,
});
const texts = (...given: Parameters<typeof placeLabels>) => placeLabels(...given).map(({ text }) => text);

describe('names on the map', () => {
  test('are above their place', () => {
    expect(placeLabels([town('Austin', 200, 150)], free)[0]).toMatchObject({
      at: [200, 139],
      anchor: 'middle',
    });
  });

  test('move to a side that covers no dot', () => {
    const [label] = placeLabels([town('Austin', 200, 150)], { ...free, dots: [[195, 138]] });
    expect(label).toMatchObject({ at: [200, 161], anchor: 'middle' });
  });

  test('cover a dot only if they are important and have no other place', () => {
    const dots = [
      [200, 139],
      [200, 161],
      [230, 150],
      [170, 150],
    ] as const;
    const large = { ...town('Austin', 200, 150), isImportant: true };
    expect(placeLabels([large], { ...free, dots })[0]).toMatchObject({ at: [200, 117] });
    const crowded = { ...free, dots: [...dots, [200, 117], [200, 183], [202, 183]] as const };
    expect(placeLabels([large], crowded)[0]).toMatchObject({ at: [200, 139] });
    expect(texts([town('Marfa', 200, 150)], { ...free, dots })).toEqual([]);
    expect(texts([town('Marfa', 200, 150)], free)).toEqual(['Marfa']);
  });

  test('do not overlap; earlier ones win', () => {
    const crowd = Array.from({ length: 12 }, (_, index) => town(`Town ${index}`, 200 + index, 150));
    const shown = placeLabels(crowd, free);
    expect(shown[0]?.text).toBe('Town 0');
    expect(shown.length).toBeLessThan(8);
    for (const [index, { at: a }] of shown.entries()) {
      for (const { at: b } of shown.slice(index + 1)) {
        expect(Math.abs(a[0] - b[0]) > 40 || Math.abs(a[1] - b[1]) > 14).toBe(true);
      }
    }
  });

  test('have more room once they are farther apart', () => {
    const at = (scale: number) =>
      Array.from({ length: 12 }, (_, index) => town(`Town ${index}`, 40 + index * scale, 20 + index * scale));
    expect(placeLabels(at(20), free).length).toBeGreaterThan(placeLabels(at(2), free).length);
  });

  test('stay inside the frame and off the buttons', () => {
    expect(texts([town('Marfa', 2, 150)], free)).toEqual(['Marfa']);
    expect(texts([town('Marfa', -30, 150)], free)).toEqual([]);
    expect(texts([town('Marfa', 350, 250)], { ...free, reserved: [[300, 200, 400, 300]] })).toEqual([]);
  });

  test('end at the limit', () => {
    const far = [town('A', 50, 50), town('B', 200, 50), town('C', 300, 200)];
    expect(texts(far, { ...free, limit: 2 })).toEqual(['A', 'B']);
  });
});
