import { expect, test } from 'vitest';
import { packLine, unpackShape } from './packed-shape.ts';

const ring = [
  [-109.0004, 41],
  [-102, 41],
  [-102.0001, 41.0001],
  [-102, 37],
  [-109.0004, 41],
];

test('a packed line holds steps and omits repeated places', () => {
  expect(packLine(ring)).toEqual([-109_000, 41_000, 7_000, 0, 0, -4_000, -7_000, 4_000]);
});

test('an unpacked shape has its places in degrees', () => {
  const shape = unpackShape({
    outline: [[packLine(ring)]],
    borders: [
      packLine([
        [-105.5, 39.25],
        [-105.4, 39.2],
      ]),
    ],
    counties: [['Denver', 39_740, -104_990, 400]],
  });
  expect(shape.outline.coordinates).toEqual([
    [
      [
        [-109, 41],
        [-102, 41],
        [-102, 37],
        [-109, 41],
      ],
    ],
  ]);
  expect(shape.borders.coordinates).toEqual([
    [
      [-105.5, 39.25],
      [-105.4, 39.2],
    ],
  ]);
  expect(shape.counties).toEqual([{ name: 'Denver', coordinates: [39.74, -104.99], widthDegrees: 0.4 }]);
});
