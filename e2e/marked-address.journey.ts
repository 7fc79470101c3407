import { until } from '@closingwire/chassis/testing';
import { describe } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { rowsOf } from './chaos/look.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, demoAdmin, type KnownUser } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* An address that refuses email: what its user and the admins see, and what ends the mark. */

const whole = theWhole();
const test = signedInTest(() => aSubscriberToBe(whole));

const detail = '550 5.1.1 The email account that you tried to reach does not exist';

/** Marks the user's address as if its mail server had refused a mail. */
async function refuse({ id, email }: KnownUser): Promise<void> {
  await until(
    async () => (await rowsOf(whole, 'notifications', 'select from users where id = $1', [id])).length,
  );
  await rowsOf(
    whole,
    'notifications',
    `insert into marked_addresses (hash, reason, detail, user_id, since)
     values (sha256(convert_to(lower($1), 'UTF8')), 'refused', $2, $3, now())
     on conflict (hash) do update set ended_at = null, since = now(), detail = $2`,
    [email, detail, id],
  );
}

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('the settings show a notice until a test email is delivered', async ({ page, user }) => {
    row('settings/email-trouble');
    await refuse(user);
    await page.goto('/settings');
    await shown(page, `Reply of the mail server: ${detail}`);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Change the address' }).click();
    await page
      .locator(':focus')
      .filter({ hasText: /^Profile$/ })
      .waitFor();
    await press(page, 'Send a test email');
    await expectToast(page, 'Test email sent', new RegExp(user.email));
    await page.getByText(/We have not been able to deliver email to/).waitFor({ state: 'detached' });
    await mailAbout(whole.mailApiUrl, user.email, /Your email address works again/);
  });

  test('the users show a refused address, and an admin ends the mark', async ({ browser, user }) => {
    row('admin/email-trouble');
    await refuse(user);
    const page = await pageOf(browser, await demoAdmin(whole), look);
    await page.goto(`/admin?${new URLSearchParams({ tab: 'users', q: user.email })}`);
    await shown(page, 'Email refused');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Edit / }).click();
    await shown(page, /Their mail server has refused our email since/);
    await shown(page, detail);
    await expectAccessible(page);
    await press(page, 'Send notices again');
    await expectToast(page, 'Notices go to this address again');
    await page.getByText('Email refused').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
