import {
  formerZipPriceKey,
  portalReturnUrl,
  setupMark,
  zipProduct,
} from '@closingwire/contracts/payment-provider';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStripe, readStripe } from '../src/doctor/check-stripe.ts';
import type { Settings } from '../src/settings-file.ts';
import { wantedPortal } from '../src/stripe-setup/wanted.ts';
import { openStripeAccount, publicUrl, setUp } from './stripe-account.ts';

/* Several installations on one Stripe account, and an installation that moves to another address. */

const otherUrl = 'https://staging.example.org';
const portalLine = 'test mode, customer portal: ';

let account: Awaited<ReturnType<typeof openStripeAccount>>;
let stripe: Stripe;
beforeEach(async () => {
  account = await openStripeAccount();
  stripe = account.clientOf();
});
afterEach(() => account.close());

/** Sets an installation up, and returns its settings with the signing secret. */
async function setUpFirst(changes: Settings = {}): Promise<Settings> {
  const { file, read } = account.settingsFile();
  await setUp(account.settingsOf(changes), { settingsFile: file });
  return account.settingsOf({ ...changes, ...read() });
}

const portals = async () => (await stripe.billingPortal.configurations.list({ active: true })).data;
const activePrices = async () => (await stripe.prices.list({ product: zipProduct.id, active: true })).data;
const everything = async (): Promise<{ id: string }[][]> => [
  await account.endpoints(),
  await portals(),
  await activePrices(),
];

const doctorLines = async (settings: Settings) =>
  (await readStripe(settings)).flatMap(facts =>
    checkStripe(facts, settings).map(({ level, text }) => `${level}: ${text}`),
  );

const isUnchanged = ({ lines }: { lines: string[] }) => lines.every(line => line.includes(': unchanged '));

describe('a second installation on the account', () => {
  test("does not change the first one's objects", async () => {
    const first = await setUpFirst({ PRICE_CENTS: '1900' });
    const before = await everything();
    const second = await setUpFirst({ PUBLIC_URL: otherUrl });
    const after = await everything();
    for (const [at, things] of before.entries()) expect(after[at]).toEqual(expect.arrayContaining(things));
    expect(after.map(things => things.length)).toEqual([2, 2, 2]);
    for (const settings of [first, second]) {
      expect(isUnchanged(await setUp(settings))).toBe(true);
      expect(await doctorLines(settings)).toEqual([]);
    }
    expect(await everything()).toEqual(after);
  });

  test('with a copy of the settings adopts nothing and is told what to do', async () => {
    const first = await setUpFirst();
    const before = await everything();
    const copy: Settings = { ...first, PUBLIC_URL: otherUrl };
    for (const isRoll of [false, true]) {
      expect(await setUp(copy, { isRoll })).toEqual({
        isComplete: false,
        lines: [
          `test mode, webhook endpoint: problem: we_… at ${publicUrl}/api/stripe/webhook has the signing secret of these settings; if this installation has moved, run the command again with --moved-from ${publicUrl}; if it is another one, remove that secret from STRIPE_WEBHOOK_SECRET, and run it again`,
        ],
      });
    }
    expect(await everything()).toEqual(before);
    expect(await doctorLines(copy)).toContainEqual(
      `problem: expected one at ${otherUrl}/api/stripe/webhook, got the secret of ${publicUrl}/api/stripe/webhook; if this installation has moved, run \`make stripe-setup ARGS='--moved-from ${publicUrl}'\`, else remove the secret and run \`make stripe-setup\`.`,
    );
    const { STRIPE_WEBHOOK_SECRET: _, ...own } = copy;
    expect((await setUp(own)).isComplete).toBe(true);
    expect(await account.endpoints()).toHaveLength(2);
  });

  test('archives only its own earlier price', async () => {
    await setUpFirst({ PRICE_CENTS: '1900' });
    const second = await setUpFirst({ PUBLIC_URL: otherUrl });
    await setUp({ ...second, PRICE_CENTS: '2500' });
    expect((await activePrices()).map(price => price.unit_amount).toSorted()).toEqual([1900, 2500]);
  });
});

describe('objects of an earlier version', () => {
  const portalOf = (url: string) => {
    const { metadata: _, ...portal } = wantedPortal(url);
    return { ...portal, metadata: { [setupMark]: 'portal' } };
  };
  const makeEarlier = async (url: string) => {
    await stripe.products.create(zipProduct);
    const portal = await stripe.billingPortal.configurations.create(portalOf(url));
    const price = await stripe.prices.create({
      product: zipProduct.id,
      currency: 'usd',
      unit_amount: 1500,
      recurring: { interval: 'month' },
      lookup_key: formerZipPriceKey,
      metadata: { [setupMark]: 'price' },
    });
    await stripe.products.update(zipProduct.id, { default_price: price.id });
    return { portal, price };
  };

  test('are adopted at the same address', async () => {
    const { portal, price } = await makeEarlier(publicUrl);
    expect(await doctorLines(account.settingsOf())).toEqual([
      expect.stringMatching(/^problem: expected one at .+, got none; /),
    ]);
    const { lines } = await setUp(account.settingsOf());
    expect(lines).toContain(`${portalLine}updated metadata.closingwire_address of bpc_…`);
    expect((await portals()).map(({ id }) => id)).toEqual([portal.id]);
    expect(await activePrices()).toMatchObject([
      { id: price.id, lookup_key: 'closingwire_zip_month_app.example.org' },
    ]);
  });

  test('stay unchanged at another address', async () => {
    const { portal } = await makeEarlier(otherUrl);
    const { lines } = await setUp(account.settingsOf());
    expect(lines).toContain(`${portalLine}created bpc_…`);
    expect(await portals()).toContainEqual(portal);
    expect(portal.default_return_url).toBe(portalReturnUrl(otherUrl));
  });
});

describe('a moved installation', () => {
  const newUrl = 'https://new.example.org';

  test('adopts its objects on request', async () => {
    const first = await setUpFirst();
    const [endpoint] = await account.endpoints();
    const moved = { ...first, PUBLIC_URL: newUrl };
    expect(await setUp(moved, { movedFrom: `${publicUrl}/` })).toEqual({
      isComplete: true,
      lines: [
        `test mode, webhook endpoint: updated url of ${newUrl}/api/stripe/webhook (we_…)`,
        'test mode, customer portal: updated business_profile.privacy_policy_url, default_return_url, metadata.closingwire_address of bpc_…',
        'test mode, product: unchanged ZIP code subscription (closingwire-zip-code)',
        'test mode, price: updated 15.00 USD per ZIP and month (price_…)',
      ],
    });
    expect(await account.endpoints()).toMatchObject([
      { id: endpoint?.id, url: `${newUrl}/api/stripe/webhook` },
    ]);
    expect((await everything()).map(things => things.length)).toEqual([1, 1, 1]);
    for (const movedFrom of [publicUrl, undefined]) {
      expect(isUnchanged(await setUp(moved, movedFrom ? { movedFrom } : {}))).toBe(true);
    }
    expect(await doctorLines(moved)).toEqual([]);
  });

  test('gets an error for an unknown former address', async () => {
    const { isComplete, lines } = await setUp(account.settingsOf(), { movedFrom: 'old.example.org' });
    expect({ isComplete, lines }).toEqual({
      isComplete: false,
      lines: [
        '--moved-from: expected the former PUBLIC_URL, such as https://old.example.com, got old.example.org; correct it.',
      ],
    });
  });
});
