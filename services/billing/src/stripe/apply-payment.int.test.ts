import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../accounts/open.ts';
import type { PaymentReading } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import { addressHash } from '../billing.ts';
import { applyPayment } from './apply-payment.ts';

const log = createLog('apply payment', 'silent');
const migrations = new URL('../../migrations/', import.meta.url);
const terms = { trialDays: 14, trialZips: 25, holdAfterTrialDays: 14, centsPerZip: 1500, currency: 'usd' };

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('payment'), name: 'payment', migrations, log });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const reading = (status: string): PaymentReading => ({
  methodId: 'pm_1',
  isDefault: true,
  subscriptions: [
    {
      id: 'sub_1',
      status,
      defaultMethodId: 'pm_1',
      endedForNonPayment: false,
      nextPaymentAttemptAt: null,
      endsAt: null,
      openCents: 0,
    },
  ],
});

test('an older reading changes nothing', async () => {
  const billing = { pg, terms, clock: () => new Date(), hashAddress: addressHash('any secret') };
  const id = newId();
  const user = { id, email: 'a@example.com', firstName: 'A', lastName: 'B', industry: 'Mortgages' };
  await pg.transaction(tx => openAccount(tx, billing, { ...user, activatedAt: new Date() }));
  const apply = (status: string, readAt: string) =>
    pg.transaction(tx => applyPayment(tx, billing, id, reading(status), new Date(readAt)));

  await apply('active', '2026-03-01T12:00:02Z');
  await apply('past_due', '2026-03-01T12:00:01Z');
  expect(await findAccount(pg, id)).toMatchObject({ paymentState: 'active', stripeSubscriptionId: 'sub_1' });
  const { version } = (await findAccount(pg, id)) ?? {};
  await apply('active', '2026-03-01T12:00:03Z');
  expect(await findAccount(pg, id)).toMatchObject({ version });
});
