import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { subscriberTest } from './browser/journey.ts';
import { serveSpec } from './browser/spec-server.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { demoAdmin, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* A flag from the lead to its outcome. */

const whole = theWhole();

const test = subscriberTest();

type OwnFlag = { id: string; status: string; credit: { state: string } | null };
const flagsOf = async (user: User) => {
  const { json } = await expectStatus(user.call('GET', '/api/user/lead-flags'), 200);
  return (json as { flags: OwnFlag[] }).flags;
};

async function flagFirst(page: Page, note: string): Promise<void> {
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Flag / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill(note);
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Flag' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const mark = (page: Page, outcome: string) =>
  page.getByText(`You flagged this: wrong phone — ${outcome}`, { exact: true });

test('a flag shows on the lead until its outcome, which is mailed', async ({ page, user }) => {
  await flagFirst(page, 'wrong phone');
  await mark(page, 'open').first().waitFor();
  await page
    .getByRole('button', { name: /^View details of / })
    .first()
    .click();
  await page.getByRole('dialog').getByText('You flagged this: wrong phone — open').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const [flag] = await flagsOf(user);
  const admin = await demoAdmin(whole);
  const confirming = `/api/admin/lead-flags/${flag?.id}/wrong-contact`;
  await expectStatus(admin.call('POST', confirming, { contact: 'phone' }), 200);
  await until(async () => (await flagsOf(user))[0]?.credit?.state === 'nothing');
  await page.reload();
  await mark(page, 'confirmed: wrong phone').first().waitFor();
  const mail = await mailAbout(whole.mailApiUrl, user.email, /You were right about a contact/);
  expect(JSON.stringify(mail)).toContain('you are on a free trial');
});

test('a server without the call shows the leads alone', async ({ page }) => {
  await serveSpec(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Flag Zoë Example' }).first().waitFor();
  expect(await page.getByText('You flagged this').count()).toBe(0);
});
