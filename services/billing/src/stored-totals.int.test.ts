import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, type Queries, sql } from '@closingwire/chassis/pg';
import { foldTotals } from '@closingwire/chassis/stored-totals';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Mode } from './accounts/rules.ts';
import { billingGauges } from './gauges.ts';
import { paymentsByDay } from './stripe/invoices.ts';
import { countSubscriptions } from './subscriptions/store.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('stored_totals'),
    name: 'stored totals',
    migrations: new URL('../migrations/', import.meta.url),
    log: createLog('stored totals', 'silent'),
  });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

/** The expected values, counted from rows: of the gauges by name, and of the statistics of 40 days. */
const counted = {
  accounts: sql`select case when payment_state = 'past_due' then 'failing' when payment_state = 'active' then 'paying'
      when trial_expires_at > now() then 'trial' else 'ended' end as standing, count(*) as value
    from accounts where status = 'active' group by 1`,
  trials_started_today: sql`select count(*) as value from accounts where trial_started_at > now() - interval '1 day'`,
  zips_held: sql`select kind, count(*) as value from subscriptions where cancelled_at is null group by 1`,
  charged_cents_today: sql`select payment_mode as mode, sum(amount_cents) as value from paid_invoices
    where paid_at > now() - interval '1 day' group by 1`,
};

const countedDays = (mode: Mode) => sql`
    with firsts as (
      select min(paid_at) as paid_at from paid_invoices where payment_mode = ${mode} group by stripe_customer_id)
    select day::date as day,
      (select count(*) from accounts where status <> 'deleted'
        and (trial_started_at at time zone 'UTC')::date = day) as trials,
      (select count(*) from firsts where (paid_at at time zone 'UTC')::date = day) as conversions,
      (select coalesce(sum(amount_cents), 0) from paid_invoices
        where payment_mode = ${mode} and (paid_at at time zone 'UTC')::date = day) as "revenueCents"
    from generate_series((now() at time zone 'UTC')::date - 39, (now() at time zone 'UTC')::date, interval '1 day') day
    order by 1`;

const inOrder = (rows: { value: number }[]) =>
  rows
    .filter(({ value }) => value !== 0)
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

async function expectCounted() {
  for (const gauge of billingGauges) {
    const expected = await pg.query<{ value: number }>(counted[gauge.name as keyof typeof counted]);
    expect(inOrder(await pg.query<{ value: number }>(gauge.sql)), gauge.name).toEqual(inOrder(expected));
  }
  for (const mode of ['test', 'live'] as const) {
    expect(await paymentsByDay(pg, { days: 40, mode }, new Date())).toEqual(
      await pg.query(countedDays(mode)),
    );
  }
  expect(await countSubscriptions(pg)).toEqual(
    await pg.one(sql`select count(*) as active from subscriptions where cancelled_at is null`),
  );
}

afterEach(async () => {
  await expectCounted();
  await foldTotals(pg);
  await expectCounted();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const DAY = 24 * 60;

async function addAccount(db: Queries, startedAt: Date, expiresAt: Date): Promise<string> {
  const id = newId();
  await db.execute(
    sql`insert into accounts (id, email, first_name, last_name, industry, status, person_version, trial_days,
       trial_started_at, trial_expires_at) values (${id}, '', '', '', '', 'active', 1, 14, ${startedAt}, ${expiresAt})`,
  );
  return id;
}

async function addSubscription(db: Queries, accountId: string, zipCode: string): Promise<string> {
  const id = newId();
  await db.execute(
    sql`insert into subscriptions (id, account_id, zip_code, city, state, industry, kind, claim_id, created_at)
     values (${id}, ${accountId}, ${zipCode}, '', '', '', 'trial', ${id}, now())`,
  );
  return id;
}

const pay = (db: Queries, customer: string, cents: number, paidAt: Date, mode: Mode = 'test') =>
  db.execute(
    sql`insert into paid_invoices (id, stripe_customer_id, amount_cents, paid_at, payment_mode)
     values (${newId()}, ${customer}, ${cents}, ${paidAt}, ${mode}) on conflict do nothing`,
  );

test('accounts are counted by standing, to the minute', async () => {
  for (const minutes of [-30, -1, 1, 30, 90, 20 * DAY]) {
    await addAccount(pg, minutesAgo(minutes + 14 * DAY), minutesAgo(minutes));
    await addAccount(pg, minutesAgo(minutes), minutesAgo(minutes - 14 * DAY));
    await addAccount(pg, minutesAgo(minutes + DAY), minutesAgo(minutes - 13 * DAY));
  }
  await expectCounted();
  const [first, second, third] = (await pg.query<{ id: string }>(sql`select id from accounts`)).map(
    ({ id }) => id,
  );
  await pg.execute(sql`update accounts set payment_state = 'active' where id in (${first}, ${second})`);
  await expectCounted();
  await pg.execute(sql`update accounts set payment_state = 'past_due' where id = ${first}`);
  await pg.execute(sql`update accounts set status = 'deleted' where id in (${second}, ${third})`);
  await expectCounted();
  await pg.execute(sql`update accounts set status = 'active' where id = ${second}`);
  await pg.execute(
    sql`update accounts set trial_started_at = now() - interval '3 days', trial_expires_at = now()`,
  );
  await pg.execute(sql`update accounts set version = version + 1`);
  await pg.execute(sql`delete from accounts where id = ${third}`);
});

test('ZIPs held are counted by kind', async () => {
  const account = await addAccount(pg, minutesAgo(5), minutesAgo(-5));
  const [first, second] = [
    await addSubscription(pg, account, '98101'),
    await addSubscription(pg, account, '98102'),
  ];
  await addSubscription(pg, account, '98103');
  await pg.execute(sql`update subscriptions set kind = 'paid' where account_id = ${account}`);
  await pg.execute(sql`update subscriptions set cancelled_at = now() where id = ${first}`);
  await expectCounted();
  await pg.execute(sql`update subscriptions set cancelled_at = null where id = ${first}`);
  await pg.execute(sql`delete from subscriptions where id = ${second}`);
  expect(await countSubscriptions(pg)).toEqual({ active: 2 });
});

test('a customer converts with the earliest payment, in any order of arrival', async () => {
  await pay(pg, 'cus_1', 4500, minutesAgo(2 * DAY));
  await pay(pg, 'cus_1', 4500, minutesAgo(10));
  await pay(pg, 'cus_1', 4500, minutesAgo(5 * DAY));
  await pay(pg, 'cus_2', 1500, minutesAgo(DAY - 10));
  await pay(pg, 'cus_2', 1500, minutesAgo(DAY + 10));
  await expectCounted();
  await pg.execute(
    sql`update paid_invoices set paid_at = now() where stripe_customer_id = 'cus_1' and paid_at < now() - interval '4 days'`,
  );
  await expectCounted();
  await pg.execute(
    sql`update paid_invoices set stripe_customer_id = 'cus_3', amount_cents = 7 where stripe_customer_id = 'cus_2'`,
  );
  await expectCounted();
  await pg.execute(sql`delete from paid_invoices where paid_at < now() - interval '1 day'`);
});

test('test money and live money are counted apart', async () => {
  await pay(pg, 'cus_live', 4500, minutesAgo(2 * DAY), 'live');
  await pay(pg, 'cus_live', 4500, minutesAgo(10), 'live');
  await pay(pg, 'cus_test', 1500, minutesAgo(10));
  await expectCounted();
  await pg.execute(
    sql`delete from paid_invoices where stripe_customer_id = 'cus_live' and paid_at < now() - interval '1 day'`,
  );
});

test('concurrent changes are counted, and only payments of one customer wait', async () => {
  await pg.transaction(async one => {
    const account = await addAccount(one, minutesAgo(1), minutesAgo(-9));
    await addSubscription(one, account, '98101');
    await pay(one, 'cus_4', 100, minutesAgo(1));
    await pg.transaction(async other => {
      await addSubscription(other, await addAccount(other, minutesAgo(1), minutesAgo(-9)), '98101');
      await pay(other, 'cus_5', 100, minutesAgo(1));
    });
  });
  await Promise.all([3, 9, 1, 7, 2].map(days => pay(pg, 'cus_6', 100, minutesAgo(days * DAY))));
});

test('concurrent inserts and deletes of payments are counted', async () => {
  const add = (n: number) => pay(pg, 'cus_7', 100, minutesAgo(n * DAY));
  await add(30);
  await Promise.all(
    [5, 6, 7, 8].flatMap(n => [
      add(n),
      pg.execute(sql`delete from paid_invoices where id = (
        select id from paid_invoices where stripe_customer_id = 'cus_7' order by paid_at limit 1)`),
    ]),
  );
});

test('a rolled back change is not counted', async () => {
  const undone = pg.transaction(async tx => {
    const account = await addAccount(tx, minutesAgo(1), minutesAgo(-9));
    await addSubscription(tx, account, '98101');
    await pay(tx, 'cus_8', 100, minutesAgo(60 * DAY));
    await tx.execute(sql`update accounts set status = 'deleted'`);
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
});

test('bulk inserts and truncation are counted', async () => {
  await pg.execute(sql`insert into paid_invoices (id, stripe_customer_id, amount_cents, paid_at)
    select 'in_' || n, 'cus_' || n % 300, n, now() - n * interval '1 hour' from generate_series(1, 1000) n`);
  await expectCounted();
  await pg.execute(sql`truncate paid_invoices`);
  await pg.execute(sql`truncate accounts cascade`);
  await pay(pg, 'cus_1', 4500, minutesAgo(2 * DAY));
});
