import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { fill, press, shown } from './browser/page-actions.ts';
import { freeZips } from './platform/free-zips.ts';
import { signedIn, somePassword } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';
import { wireUser } from './platform/wire-user.ts';

/* An account created through the hosted provider's protocol has no name and no industry. */

const whole = theWhole();

const test = signedInOnOnePage(async () => {
  const { email } = await wireUser(whole);
  return signedIn(whole, email, somePassword);
});

test('can open every page', async ({ page }) => {
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
  expect(await page.getByRole('button', { name: 'Account menu' }).textContent()).toBe('W');
  await page.goto('/settings');
  expect(await page.getByLabel('Industry').inputValue()).toBe('Not chosen yet');
  await page.goto('/subscriptions');
  await page.locator('main h1').waitFor();
});

test('is refused an order before the industry is known', async ({ user }) => {
  const zipCodeIds = await freeZips(user, 1);
  expect(await user.call('POST', '/api/subscribe/bulk', { zipCodeIds })).toMatchObject({
    status: 400,
    json: { message: 'Add your industry and company before your first order' },
  });
});

test('gives industry and company, then orders', async ({ page, user }) => {
  row('beyond/company-before-order');
  await page.goto('/zips');
  await page.getByRole('heading', { name: 'Before your first order' }).waitFor();
  await expectAccessible(page);
  await press(page, 'Save and continue');
  await shown(page, 'Please choose your industry');
  await page.getByLabel('Industry').selectOption('Mortgages');
  await fill(page, 'Company name', 'Example Lending');
  await page.getByLabel('Team size').selectOption('Just me (1)');
  const [zip = ''] = await freeZips(user, 1);
  // Order at once, as fast as a page can.
  const ordered = page.evaluate(
    `new Promise(resolve => addEventListener('company-saved', () => resolve(
      fetch('/api/subscribe/bulk', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ zipCodeIds: ['${zip}'] }) }).then(reply => reply.json())), { once: true }))`,
  );
  const saved = page.waitForResponse('**/api/user/company');
  await press(page, 'Save and continue');
  expect((await saved).status()).toBe(200);
  await page.evaluate("dispatchEvent(new Event('company-saved'))");
  expect(await ordered).toMatchObject({ success: true, trialUser: true });
  await page.getByRole('heading', { name: 'Before your first order' }).waitFor({ state: 'detached' });
});
