import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerSubscription } from '../../test/provider-subscription.ts';
import { lockAccount } from '../accounts/lock.ts';
import { openAccount } from '../accounts/open.ts';
import type { PaymentReading } from '../accounts/payment-standing.ts';
import { findAccount } from '../accounts/store.ts';
import { addressHash } from '../billing.ts';
import { applyReading } from './apply-reading.ts';

const log = createLog('apply reading', 'silent');
const migrations = new URL('../../migrations/', import.meta.url);
const terms = { trialDays: 14, trialZips: 25, releaseAfterTrialDays: 14, centsPerZip: 1500, currency: 'usd' };

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('payment'), name: 'payment', migrations, log });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const reading = (status: string): PaymentReading => ({
  customer: { email: 'a@example.com', name: 'A B' },
  methodId: 'pm_1',
  isDefault: true,
  subscriptions: [providerSubscription(status)],
});

test('a reading of an older pass, or of the other mode, changes nothing', async () => {
  const billing = { pg, terms, clock: () => new Date(), hashAddress: addressHash('any secret') };
  const id = newId();
  const user = { id, email: 'a@example.com', firstName: 'A', lastName: 'B', industry: 'Mortgages' };
  await pg.transaction(tx => openAccount(tx, billing, { ...user, activatedAt: new Date() }));
  await pg.execute(
    sql`update accounts set payment_mode = 'test', stripe_customer_id = 'cus_1' where id = ${id}`,
  );
  const apply = (status: string, number: number, mode: 'test' | 'live' = 'test') =>
    pg.transaction(async tx => {
      const account = await lockAccount(tx, billing, id);
      if (account)
        await applyReading(tx, billing, account, reading(status), { number, mode, readAt: new Date() });
    });

  await apply('active', 2);
  await apply('past_due', 1);
  await apply('past_due', 3, 'live');
  expect(await findAccount(pg, id)).toMatchObject({ paymentState: 'active', stripeSubscriptionId: 'sub_1' });
  const { version } = (await findAccount(pg, id)) ?? {};
  await apply('active', 3);
  expect(await findAccount(pg, id)).toMatchObject({ version });
});
