import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { visitorTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown } from './browser/page-actions.ts';
import { cookiesOf } from './browser/page-of.ts';
import { untilReady } from './browser/until-ready.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Raw HTML for search engines, social networks and mistyped addresses. */

const whole = theWhole();

const test = visitorTest().extend('user', { scope: 'file' }, () => aSubscriberToBe(whole));

const rawHtml = async (path: string) => (await fetch(whole.url + path)).text();

/** Returns the contents of these meta tags, such as `name="robots"` or `property="og:url"`. */
const metas = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`<meta ${attribute} content="([^"]*)"`, 'g'))].map(([, value]) => value);
const canonicals = (html: string) =>
  [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, value]) => value);
const titles = (html: string) =>
  [...html.matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, value]) => value);

const listed = 'index, follow';
const unlisted = 'noindex, nofollow';
const publicPages: [path: string, title: string, description: RegExp, keywords: RegExp, robots: string][] = [
  ['/', 'ClosingWire | Agents who closed this week, by ZIP code', /\$15 per ZIP code/, /agent leads/, listed],
  ['/register', 'Get Started | ClosingWire', /^Open an account in two short steps/, /free trial/, listed],
  ['/auth', 'Sign In | ClosingWire', /^Sign in to your ZIP codes/, /sign in/, listed],
  ['/help', 'Help Center | ClosingWire', /^Answers about ZIP codes/, /FAQ/, listed],
  ['/contact', 'Contact Us | ClosingWire', /^Write to ClosingWire support/, /contact/, listed],
  [
    '/privacy-policy',
    'Privacy Policy | ClosingWire',
    /^What ClosingWire collects/,
    /data protection/,
    listed,
  ],
  ['/terms', 'Terms of Use | ClosingWire', /^How you may use our lists/, /TCPA/, listed],
  ['/opt-out', 'Opt Out | ClosingWire', /^For real estate agents/, /opt out/, listed],
  ['/forgot-password', 'Forgot Password | ClosingWire', /^Get a link/, /password reset/, unlisted],
  ['/reset-password', 'Reset Password | ClosingWire', /^Choose a new password/, /password reset/, unlisted],
  ['/confirm', 'Confirm | ClosingWire', /^See what the link/, /email link/, unlisted],
  ['/opt-out/confirm', 'Confirm Opt-Out | ClosingWire', /^Confirm that you want/, /opt out/, unlisted],
  ['/unsubscribe', 'Unsubscribe | ClosingWire', /^Turn off the notification/, /unsubscribe/, unlisted],
];
const listedPaths = publicPages.filter(([, , , , robots]) => robots === listed).map(([path]) => path);

describe('the raw HTML of a public page', () => {
  test.for(publicPages)(
    '%s has each tag once, with its value',
    async ([path, title, about, words, robots], { page }) => {
      row('product/page-tags', 'product/share-image', 'beyond/public-address');
      const html = (await (await page.goto(path))?.text()) ?? '';
      const [description = ''] = metas(html, 'name="description"');
      expect(titles(html)).toEqual([title]);
      expect(description).toMatch(about);
      expect(metas(html, 'name="keywords"')).toEqual([expect.stringMatching(words)]);
      expect(metas(html, 'name="robots"')).toEqual([robots]);
      expect(canonicals(html)).toEqual([whole.url + path]);
      const share = {
        'property="og:type"': 'website',
        'property="og:site_name"': 'ClosingWire',
        'property="og:title"': title,
        'property="og:description"': description,
        'property="og:url"': whole.url + path,
        'property="og:image"': `${whole.url}/og-image.jpg`,
        'name="twitter:card"': 'summary_large_image',
        'name="twitter:title"': title,
        'name="twitter:description"': description,
        'name="twitter:image"': `${whole.url}/og-image.jpg`,
      };
      for (const [tag, value] of Object.entries(share))
        expect([tag, metas(html, tag)]).toEqual([tag, [value]]);
      expect(html).not.toContain('public-address.invalid');
      // The application may replace the document's tags with its own.
      await expect.poll(() => page.title()).toBe(title);
    },
  );

  test('the landing page carries the structured data', async ({ page }) => {
    row('product/structured-data', 'product/price-50-structured-data');
    const html = (await (await page.goto('/'))?.text()) ?? '';
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const [organization, site, service] = JSON.parse(json)['@graph'];
    expect(organization).toMatchObject({
      '@type': 'Organization',
      url: whole.url,
      logo: `${whole.url}/favicon.svg`,
    });
    expect(site).toMatchObject({
      '@type': 'WebSite',
      url: whole.url,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${whole.url}/help?search={search_term_string}`,
      },
    });
    expect(service).toMatchObject({
      '@type': 'Service',
      serviceType: 'Lead Generation',
      areaServed: { name: 'United States' },
      offers: { price: '50.00', priceCurrency: 'USD', description: 'per month' },
    });
  });

  test('pages of signed-in users are not indexed', async () => {
    for (const path of [
      '/zips',
      '/dashboard',
      '/settings',
      '/subscriptions',
      '/agents/90210',
      '/admin',
      '/admin/operations',
    ]) {
      expect([path, metas(await rawHtml(path), 'name="robots"')]).toEqual([path, [unlisted]]);
    }
  });
});

test.for(['/help', '/help?search=trial', '/reset-password'])(
  '%s keeps one of each tag',
  async (path, { page }) => {
    row('product/page-tags');
    await page.goto(path);
    await untilReady(page.locator('main h1'));
    const pathname = path.replace(/\?.*/, '');
    const kinds = ['title', 'link[rel=canonical]', 'meta[name=description]', 'meta[name=robots]'];
    for (const kind of kinds) expect([kind, await page.locator(`head ${kind}`).count()]).toEqual([kind, 1]);
    const canonical = page.locator('link[rel=canonical]');
    expect(await canonical.getAttribute('href')).toBe(whole.url + pathname);
  },
);

test("the share image is at the tags' address", async () => {
  row('beyond/public-address');
  const reply = await fetch(`${whole.url}/og-image.jpg`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('robots.txt leads to the sitemap of the listed pages', async () => {
  row('beyond/robots-and-sitemap');
  const robots = await (await fetch(`${whole.url}/robots.txt`)).text();
  expect(robots).toContain('User-agent: *\n');
  const [, sitemapUrl = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  expect(sitemapUrl).toBe(`${whole.url}/sitemap.xml`);
  const sitemap = await (await fetch(sitemapUrl)).text();
  const found = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(found).toEqual(listedPaths.map(path => whole.url + path));
});

test('old browsers find an icon', async () => {
  const reply = await fetch(`${whole.url}/favicon.ico`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  expect([reply.status, ...bytes.slice(0, 4)]).toEqual([200, 0, 0, 1, 0]);
  expect(await rawHtml('/')).toContain('<link rel="icon" href="/favicon.ico"');
});

describe('an address that does not exist', () => {
  test('is a 404 for a visitor, who may sign in', async ({ page }) => {
    row('routes/unknown-signed-out', 'beyond/unknown-404');
    const reply = await page.goto('/no-such-page');
    expect(reply?.status()).toBe(404);
    await shown(page, 'Page not found');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test.for(['/no-such-page', '/agents/9021'])(
    '%s is a 404 for the signed-in',
    async (path, { page, user }) => {
      row('routes/unknown-signed-in', 'beyond/unknown-404');
      expect((await user.call('GET', path)).status).toBe(404);
      await page.context().addCookies(cookiesOf(user, whole.url));
      expect((await page.goto(path))?.status()).toBe(404);
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      await shown(page, 'Did you forget to add the page to the router?');
    },
  );

  test.each(['/app', '/index', '/help/more', '/no-such-file.txt'])('%s is a 404', async path => {
    row('beyond/unknown-404');
    expect((await fetch(whole.url + path)).status).toBe(404);
  });
});

test('127.0.0.1 redirects to the public address', async ({ page }) => {
  row('beyond/one-address');
  await page.goto(`${whole.url.replace('localhost', '127.0.0.1')}/help?search=trial`);
  expect(page.url()).toBe(`${whole.url}/help?search=trial`);
  const health = await fetch(`${whole.url.replace('localhost', '127.0.0.1')}/api/health`, {
    redirect: 'manual',
  });
  expect(health.status).toBe(200);
});

describe('the theme', () => {
  const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

  test('follows the system by default', async ({ page }) => {
    row('beyond/theme');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/help');
    expect(await theme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await until(async () => (await theme(page)) === 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await until(async () => (await theme(page)) === 'dark');
  });

  test("keeps the user's choice", async ({ page }) => {
    row('beyond/theme');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/help');
    await press(page, 'Switch between light and dark');
    expect(await theme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    expect(await theme(page)).toBe('dark');
  });
});

test.for(looks)('public pages are accessible $at', async ({ look }, { browser }) => {
  const other = await browser.newPage(look);
  for (const [path] of [...publicPages, ['/no-such-page'] as const]) {
    await other.goto(whole.url + path);
    await other.locator('main h1').waitFor();
    await expectAccessible(other);
  }
  await other.context().close();
});
