import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  dotContrasts,
  labelBoxes,
  loneliestDot,
  openMap,
  overlaps,
  scaleOf,
  zoomIn,
} from './browser/drawn-map.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { storedOrder } from './browser/stored-order.ts';
import { aSubscriberToBe, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The map of a state: names, colors, and a finger. */

const whole = theWhole();
const test = signedInTest(() => aSubscriberToBe(whole));

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const desk = { viewport: { width: 1280, height: 900 } } as const;
const screens = [
  { at: 'on a desk in light', look: { ...desk, colorScheme: 'light' } },
  { at: 'on a desk in dark', look: { ...desk, colorScheme: 'dark' } },
  { at: 'on a phone in light', look: { ...phone, colorScheme: 'light' } },
  { at: 'on a phone in dark', look: { ...phone, colorScheme: 'dark' } },
] as const;

const orderedZips = async (page: Page) =>
  ((await storedOrder(page)) as { zipCode: string }[] | null)?.map(({ zipCode }) => zipCode) ?? [];

describe.each(screens)('the map $at', ({ look }) => {
  test.override('look', look);

  test.for(['TX', 'DC', 'AK', 'HI', 'RI'])('names places of %s without overlap', async (state, { page }) => {
    row('pictures/map-names');
    await openMap(page, state);
    const labels = await labelBoxes(page);
    expect(labels.length).toBeGreaterThan(3);
    expect(overlaps(labels)).toEqual([]);
    for (let times = 1; times <= 3; times += 1) {
      await zoomIn(page);
      const closer = await labelBoxes(page);
      expect(closer.length).toBeGreaterThan(0);
      expect(overlaps(closer)).toEqual([]);
    }
  });

  test('names more places of Texas once zoomed in', async ({ page }) => {
    row('pictures/map-names');
    await openMap(page, 'TX');
    const before = await labelBoxes(page);
    expect(before.map(({ text }) => text)).toEqual(expect.arrayContaining(['Houston', 'Dallas', 'El Paso']));
    expect(await page.locator('[data-label=county]').count()).toBe(0);
    await zoomIn(page);
    await zoomIn(page);
    const closer = await labelBoxes(page);
    expect(closer.length).toBeGreaterThan(before.length);
    expect(await page.locator('[data-label=county]').count()).toBeGreaterThan(0);
    expect(Math.max(...closer.map(({ height }) => height))).toBeLessThanOrEqual(
      Math.max(...before.map(({ height }) => height)),
    );
  });

  test('sets dots off from the land and is accessible', async ({ page, user }) => {
    row('pictures/map-colors');
    await page.route('**/api/zip-codes/map?*', async route => {
      const reply = await route.fetch();
      await route.fulfill({
        json: { ...((await reply.json()) as object), unavailable: [0, 1, 2], poBoxes: [3, 4] },
      });
    });
    const { json } = await user.call('GET', '/api/zip-codes?state=RI&limit=200');
    const [own = '', ordered = ''] = (
      json as { zipCodes: { zipCode: string; isAvailable: boolean }[] }
    ).zipCodes
      .filter(zip => zip.isAvailable)
      .map(zip => zip.zipCode)
      .slice(5);
    await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [own] }), 200);
    await openMap(page, 'RI');
    await expectAccessible(page);
    await page
      .getByRole('row', { name: ordered })
      .or(page.getByRole('listitem').filter({ hasText: ordered }))
      .getByRole('button', { name: /^Add/ })
      .first()
      .click();
    await until(async () => Object.keys(await dotContrasts(page)).length === 5);
    for (const [kind, contrast] of Object.entries(await dotContrasts(page))) {
      expect(contrast, kind).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the map under a mouse', () => {
  test('adds the ZIP of a pressed dot', async ({ page }) => {
    row('pictures/map-touch');
    await openMap(page, 'VT');
    await page.getByText('Point at a dot').waitFor();
    const { x, y } = await loneliestDot(page);
    await page.mouse.click(x, y);
    await until(async () => (await orderedZips(page)).length === 1);
  });

  test('zooms toward the dot in focus', async ({ page }) => {
    await openMap(page, 'HI');
    const stop = page.getByRole('button', { name: /^Map of Hawaii/ });
    await stop.focus();
    const before = await stop.boundingBox();
    await zoomIn(page);
    const after = await stop.boundingBox();
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(30);
  });
});

describe('the map under a finger', () => {
  test.override('look', phone);

  test('shows a ZIP by the first tap and adds it by its button', async ({ page }) => {
    row('pictures/map-touch');
    await openMap(page, 'VT');
    await page.getByText('Tap a dot to see its ZIP code').waitFor();
    const { x, y } = await loneliestDot(page);
    await page.touchscreen.tap(x, y);
    const add = page.locator('[data-dot-card]').getByRole('button', { name: /^Add \d{5}$/ });
    await add.waitFor();
    expect(await orderedZips(page)).toEqual([]);
    expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    const zip = /\d{5}/.exec((await add.getAttribute('aria-label')) ?? '')?.[0];
    await add.tap();
    await until(async () => (await orderedZips(page)).length === 1);
    expect(await orderedZips(page)).toEqual([zip]);
  });

  test('adds a ZIP by the second tap on its dot', async ({ page }) => {
    row('pictures/map-touch');
    await openMap(page, 'NH');
    const { x, y } = await loneliestDot(page);
    await page.touchscreen.tap(x, y);
    await page.locator('[data-dot-card]').getByRole('button', { name: /^Add/ }).waitFor();
    expect(await orderedZips(page)).toEqual([]);
    await page.touchscreen.tap(x, y);
    await until(async () => (await orderedZips(page)).length === 1);
  });

  test('has buttons of 44 px', async ({ page }) => {
    row('pictures/map-touch');
    await openMap(page, 'TX');
    for (const name of ['Zoom in', 'Zoom out', 'Show the whole state']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
    }
  });

  test('lets one finger scroll the page and two zoom the map', async ({ page }) => {
    row('pictures/map-touch');
    await openMap(page, 'TX');
    const devTools = await page.context().newCDPSession(page);
    const box = await page.locator('svg:has([data-land])').boundingBox();
    const at = { x: (box?.x ?? 0) + 180, y: (box?.y ?? 0) + 170 };
    const scrollY = () => page.evaluate<number>('scrollY');
    const before = await scrollY();
    await devTools.send('Input.synthesizePinchGesture', {
      ...at,
      scaleFactor: 2,
      relativeSpeed: 300,
      gestureSourceType: 'touch',
    });
    await until(async () => (await scaleOf(page)) > 1.3);
    expect(await page.evaluate('visualViewport.scale')).toBe(1);
    expect(await scrollY()).toBe(before);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', upPx?: number) =>
      devTools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: upPx === undefined ? [] : [{ x: at.x, y: at.y - upPx }],
      });
    await touch('touchStart', 0);
    for (let upPx = 20; upPx <= 160; upPx += 20) await touch('touchMove', upPx);
    await touch('touchEnd');
    await until(async () => (await scrollY()) > before + 60);
  });
});
