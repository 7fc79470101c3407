import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';

export type Box = { x: number; y: number; width: number; height: number };

/** Opens the catalog with a state's map, in the middle of the window. */
export async function openMap(page: Page, state: string): Promise<void> {
  await page.goto(`/zips?state=${state}`);
  await page.getByRole('list', { name: 'Legend' }).waitFor();
  await page.locator('svg:has([data-land])').evaluate((map: { scrollIntoView(options: object): void }) => {
    map.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
}

/** Returns the boxes of the texts on the map. */
export const labelBoxes = (page: Page): Promise<(Box & { text: string })[]> =>
  page.evaluate(`[...document.querySelectorAll('[data-label]')].map(label => {
    const { x, y, width, height } = label.getBoundingClientRect();
    return { text: label.textContent, x, y, width, height };
  })`);

/** A line of text is higher than its letters: neighbors may touch. */
const TOUCH_PX = 3;

/** Returns the pairs of texts that overlap. */
export function overlaps(boxes: readonly (Box & { text: string })[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        b =>
          a.x + TOUCH_PX < b.x + b.width &&
          b.x + TOUCH_PX < a.x + a.width &&
          a.y + TOUCH_PX < b.y + b.height &&
          b.y + TOUCH_PX < a.y + a.height,
      )
      .map(b => `${a.text} / ${b.text}`),
  );
}

/** Returns the scale of the map. */
export const scaleOf = async (page: Page): Promise<number> => {
  const transform = await page.locator('g:has(> [data-land])').getAttribute('transform');
  return Number(/scale\(([\d.]+)/.exec(transform ?? '')?.[1] ?? 1);
};

/** Zooms in by the button; resolves once the map is drawn at its new scale. */
export async function zoomIn(page: Page): Promise<void> {
  const before = await scaleOf(page);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await until(async () => (await scaleOf(page)) > before);
}

/** Returns where the free dot with the widest space around it is on the screen. */
export const loneliestDot = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(`(() => {
    const path = document.querySelector('path[data-kind=free]');
    const map = path.ownerSVGElement.getBoundingClientRect();
    const dots = [...path.getAttribute('d').matchAll(/M([-\\d.]+),([-\\d.]+)a([-\\d.]+)/g)]
      .map(([, left, y, radius]) => ({ x: Number(left) + Number(radius), y: Number(y) }))
      .filter(({ x, y }) => x > 80 && x < map.width - 80 && y > 20 && y < map.height - 20);
    const spaceOf = dot => Math.min(
      ...dots.filter(other => other !== dot).map(other => Math.hypot(other.x - dot.x, other.y - dot.y)),
    );
    const [{ x, y }] = dots.toSorted((a, b) => spaceOf(b) - spaceOf(a));
    return { x: map.x + x, y: map.y + y };
  })()`);

/** Returns each kind of dot's contrast to the land, of its fill or its line. */
export const dotContrasts = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(`(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminanceOf = color => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map(part => part / 255)
        .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const land = luminanceOf(getComputedStyle(document.querySelector('[data-land]')).fill);
    const contrastOf = color => {
      if (color === 'none') return 1;
      const other = luminanceOf(color);
      return (Math.max(land, other) + 0.05) / (Math.min(land, other) + 0.05);
    };
    const drawn = [...document.querySelectorAll('path[data-count]')].filter(({ dataset }) => dataset.count > 0);
    return Object.fromEntries(drawn.map(path => {
      const { fill, stroke } = getComputedStyle(path);
      return [path.dataset.kind, Math.max(contrastOf(fill), contrastOf(stroke))];
    }));
  })()`);
