import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The wait list: a user waits for a ZIP of another one, who gives it back. */

const whole = theWhole();
const test = signedInTest(() => aSubscriberToBe(whole));

type Subscription = { id: string; zipCode: { zipCode: string; state: string } };

/** Another user with this many ZIPs, and the function that gives one back. */
async function anOwner(count: number) {
  const owner = await aSubscriberToBe(whole);
  const zips = await subscribeToFreeZips(owner, count);
  const { json } = await expectStatus(owner.call('GET', '/api/subscriptions'), 200);
  const subscriptions = json as Subscription[];
  const giveBack = async (zip: string) => {
    const id = subscriptions.find(({ zipCode }) => zipCode.zipCode === zip)?.id;
    await expectStatus(owner.call('DELETE', `/api/subscriptions/${id}`), 200);
  };
  return { zips, state: subscriptions[0]?.zipCode.state ?? '', giveBack };
}

const openZip = (page: Page, state: string, zip: string) => page.goto(`/zips?state=${state}&search=${zip}`);

const rowOf = (page: Page, zip: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: zip, exact: true }) });

const panelOf = (page: Page) => page.getByRole('heading', { name: 'ZIP codes you wait for' }).locator('..');

const endsNothing = (user: User, zip: string) => user.call('DELETE', `/api/zip-waits/${zip}`);

test('a user waits for a ZIP, gets its email and orders it', async ({ page, user }) => {
  row('zips/wait', 'zips/wait-offer', 'zips/wait-shown', 'zips/unavailable');
  // The dashboard of a user without a ZIP leads to the catalog.
  await subscribeToFreeZips(user, 1);
  const { zips, state, giveBack } = await anOwner(1);
  const [zip = ''] = zips;
  await openZip(page, state, zip);
  await rowOf(page, zip).getByText('Unavailable', { exact: true }).waitFor();
  await press(page, `Wait for ${zip}`);
  await expectToast(page, `You wait for ${zip}`, 'First in line. This page shows when it is your turn.');
  await rowOf(page, zip).getByText('Waiting', { exact: true }).waitFor();
  await panelOf(page).getByText('First in line').waitFor();
  await expectAccessible(page);

  await giveBack(zip);
  const mail = await mailAbout(
    whole.mailApiUrl,
    user.email,
    new RegExp(`^ZIP code ${zip} is free for you until`),
  );
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  for (const path of ['/subscriptions', '/dashboard']) {
    await page.goto(path);
    const line = page.getByRole('listitem').filter({ hasText: `${zip} is free for you until` });
    await line.getByText(/ until \w{3}, \w{3} \d+, [\d:]+\s[AP]M\./).waitFor();
    const target = await line.getByRole('link', { name: `Order ${zip}` }).getAttribute('href');
    expect(target).toBe(`/zips?state=${state}&search=${zip}`);
    await expectAccessible(page);
  }
  await page.goto(linkIn(mail, '/zips'));
  await rowOf(page, zip)
    .getByText(/^Yours to order until /)
    .waitFor();
  await expectAccessible(page);
  await press(page, `Add ${zip} to the order`);
  await page.getByRole('button', { name: `Remove ${zip} from the order` }).waitFor();
  await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [zip] }), 200);
  await openZip(page, state, zip);
  await rowOf(page, zip).getByText('Subscribed').waitFor();
  await expect.poll(() => panelOf(page).count()).toBe(0);
});

test('a ZIP that is offered to another user stays unavailable', async ({ page, user }) => {
  row('zips/wait-offer');
  const { zips, state, giveBack } = await anOwner(1);
  const [zip = ''] = zips;
  const first = await aSubscriberToBe(whole);
  await expectStatus(first.call('POST', '/api/zip-waits', { zipCode: zip }), 200);
  await giveBack(zip);
  await mailAbout(whole.mailApiUrl, first.email, new RegExp(`^ZIP code ${zip} `));
  await openZip(page, state, zip);
  await rowOf(page, zip).getByText('Unavailable', { exact: true }).waitFor();
  await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [zip] }), 409);
  await press(page, `Wait for ${zip}`);
  await expectToast(page, `You wait for ${zip}`, 'Number 2 in line. This page shows when it is your turn.');
  await endsNothing(first, zip);
  await mailAbout(whole.mailApiUrl, user.email, new RegExp(`^ZIP code ${zip} `));
  await page.reload();
  await rowOf(page, zip)
    .getByText(/^Yours to order until /)
    .waitFor();
  await endsNothing(user, zip);
});

test('an open page shows an offer that comes, and hides one that runs out', async ({ page, user }) => {
  row('zips/wait-offer');
  await subscribeToFreeZips(user, 1);
  const { zips, state, giveBack } = await anOwner(1);
  const [zip = ''] = zips;
  await expectStatus(user.call('POST', '/api/zip-waits', { zipCode: zip }), 200);
  await page.clock.install();
  await openZip(page, state, zip);
  await rowOf(page, zip).getByText('Unavailable', { exact: true }).waitFor();
  await giveBack(zip);
  await mailAbout(whole.mailApiUrl, user.email, new RegExp(`^ZIP code ${zip} is free for you until`));
  await page.clock.runFor(60_000);
  await panelOf(page)
    .getByText(/^Yours to order until /)
    .waitFor();
  await rowOf(page, zip)
    .getByRole('button', { name: `Add ${zip}`, exact: true })
    .waitFor();

  const { json } = await expectStatus(user.call('GET', '/api/zip-waits'), 200);
  const { waits } = json as { waits: object[] };
  const now = await page.evaluate<number>('Date.now()');
  const offerEndsAt = new Date(now + 10 * 60_000).toISOString();
  await page.route('**/api/zip-waits', route =>
    route.fulfill({ json: { waits: waits.map(wait => ({ ...wait, offerEndsAt })) } }),
  );
  await page.goto('/subscriptions');
  const line = page.getByRole('listitem').filter({ hasText: `${zip} is free for you until` });
  await line.waitFor();
  await page.clock.runFor(11 * 60_000);
  await line.waitFor({ state: 'detached' });
  await endsNothing(user, zip);
});

test('a wait for a ZIP that became free is refused, and the list shows it', async ({ page, user }) => {
  row('zips/wait');
  const { zips, state, giveBack } = await anOwner(1);
  const [zip = ''] = zips;
  await openZip(page, state, zip);
  const button = page.getByRole('button', { name: `Wait for ${zip}` });
  await button.waitFor();
  await giveBack(zip);
  const isFree = async () => {
    const { text } = await user.call('POST', '/api/zip-codes/check', { zipCodes: [zip] });
    return text.includes('"free"');
  };
  await until(isFree, { everyMs: 100 });
  await button.click();
  await expectToast(page, 'Error', `Expected a taken ZIP code; ${zip} is free, so you can order it now`);
  await page.getByRole('button', { name: `Add ${zip}`, exact: true }).waitFor();
});

describe('on a phone', () => {
  test.override('look', { viewport: { width: 320, height: 720 }, isMobile: true, hasTouch: true });

  test('the keyboard ends a wait, and the focus stays', async ({ page }) => {
    row('zips/wait-stop');
    const { zips, state } = await anOwner(2);
    const [zip = '', other = ''] = zips;
    for (const each of zips) {
      await openZip(page, state, each);
      await page.getByRole('button', { name: `Wait for ${each}` }).press('Enter');
      await page.getByRole('button', { name: `Stop waiting for ${each}`, exact: true }).waitFor();
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
        `Stop waiting for ${each}`,
      );
    }
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectAccessible(page);
    await page.getByRole('button', { name: `Stop waiting for ${other}`, exact: true }).press('Enter');
    await page.getByRole('button', { name: `Wait for ${other}` }).waitFor();
    await panelOf(page)
      .getByRole('button', { name: `Stop waiting for ZIP code ${zip}` })
      .press('Enter');
    await shown(page, 'You are not waiting for any ZIP code.');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('ZIP codes you wait for');
    await expectAccessible(page);
  });
});
