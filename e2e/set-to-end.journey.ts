import { expect } from 'vitest';
import { cards } from './browser/card-form.ts';
import { cardInPortal, openPortal } from './browser/card-in-portal.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInSteps } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { storeOrder } from './browser/stored-order.ts';
import { freeZips } from './platform/free-zips.ts';
import { untilStanding, untilState } from './platform/standing.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* A subscription that its user sets to end in the portal, and an order after that. */

const whole = theWhole();

const test = signedInSteps(async () => {
  const user = await aSubscriberToBe(whole);
  await aZipWithItsList(user);
  return user;
});
let endDay: string;

test('shows its end date', async ({ page, user }) => {
  row('beyond/set-to-end');
  await page.goto('/dashboard');
  await cardInPortal(page, cards.good);
  await untilState(user, 'trialing');
  const portal = await openPortal(page);
  await portal.getByRole('button', { name: /end of the period/i }).click();
  await portal.getByText('The subscription ends with the current period.').waitFor();
  await portal.close();
  const { endsAt, trialExpiresAt } = await untilStanding(user, standing => standing.endsAt !== null);
  expect(Math.floor(Date.parse(endsAt ?? '') / 1000)).toBe(
    Math.floor(Date.parse(trialExpiresAt ?? '') / 1000),
  );
  endDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(endsAt ?? ''));
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Account status' });
  await card.getByRole('heading', { name: 'Subscription Ending' }).waitFor();
  await card.getByText(`Your lists stay open until ${endDay}, and nothing is charged`).waitFor();
  expect(await card.getByText('nothing pauses').count()).toBe(0);
  await expectAccessible(page);
  await page.goto('/settings#billing');
  await shown(page, `free until ${endDay}, then nothing`);
  await shown(page, `Your subscription ends on ${endDay}. To keep it, order a ZIP code`);
});

test('an order keeps the subscription, and says so', async ({ page, user }) => {
  row('beyond/order-keeps-it');
  await page.goto('/zips');
  await shown(page, `Your subscription ends on ${endDay}`);
  await shown(page, 'Nothing is charged after that day. An order would keep it going.');
  const [zip = ''] = await freeZips(user, 1);
  const { json } = await user.call('GET', `/api/zip-codes?search=${zip}`);
  const [chosen] = (json as { zipCodes: object[] }).zipCodes;
  await storeOrder(page, [{ ...chosen, quantity: 1 }]);
  await page.reload();
  await shown(page, 'This order keeps it going, with all its ZIP codes.');
  await shown(page, `then $30/month from ${endDay}`);
  await press(page, 'Start Trial');
  await untilStanding(user, standing => standing.endsAt === null);
  await page.getByText(`Your subscription ends on ${endDay}`).waitFor({ state: 'detached' });
});
