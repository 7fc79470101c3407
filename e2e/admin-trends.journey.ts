import { expect } from 'vitest';
import { signedInTest } from './browser/journey.ts';
import { numberIn, numbersOf, picture, sum } from './browser/picture.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

test('trends of the admin add up to what the services and the cards show', async ({ page, user: admin }) => {
  row('pictures/trends');
  await aZipWithItsList(await aSubscriberToBe(whole));
  await page.goto('/admin?tab=statistics&days=90');
  await page.getByText('Total Users').waitFor();
  await page.mouse.wheel(0, 400);
  await picture(page, 'Leads rejected').waitFor();
  const users = page.locator('dt').filter({ hasText: 'Total Users' }).locator('xpath=following-sibling::dd');
  expect(await numbersOf(page, 'Sign-ups')).toHaveLength(90);
  expect(sum(await numbersOf(page, 'Sign-ups'))).toBe(numberIn(await users.textContent()));
  const daysOf = async (what: string) => {
    const reply = await expectStatus(admin.call('GET', `/api/admin/statistics/${what}?days=90`), 200);
    return (reply.json as { days: Record<string, number>[] }).days;
  };
  const payments = await daysOf('payments');
  const leads = await daysOf('leads');
  const column = (days: Record<string, number>[], name: string) => days.map(day => day[name] ?? 0);
  expect(await numbersOf(page, 'Trials started')).toEqual(column(payments, 'trials'));
  expect(await numbersOf(page, 'Conversions')).toEqual(column(payments, 'conversions'));
  expect(await numbersOf(page, 'Revenue')).toEqual(
    column(payments, 'revenueCents').map(cents => cents / 100),
  );
  expect(await numbersOf(page, 'Leads received')).toEqual(column(leads, 'received'));
  expect(await numbersOf(page, 'Leads rejected')).toEqual(column(leads, 'rejected'));
  expect(sum(column(leads, 'received'))).toBeGreaterThan(0);
  expect(sum(column(payments, 'trials'))).toBeGreaterThan(0);
});
