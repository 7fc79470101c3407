import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import { leadListReady } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inboxOf, mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { aList, aSubscription, aUser } from './states.ts';

const ready = 'Your list for 90210 Beverly Hills is ready';
let nextZip = 10_000;

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications();
});
afterAll(() => notifications.stop());

const emit: RunningNotifications['emit'] = (...event) => notifications.emit(...event);
const ownZipCode = () => String(nextZip++);

/** Waits until a later event is handled and no mail is pending, so that a missing mail is final. */
async function isQuiet(address: string, zipCode: string): Promise<void> {
  const { database } = notifications;
  const { rows } = await database.query(
    sql`select max(version) as version from lead_lists where zip_code = ${zipCode}`,
  );
  const version = (rows[0].version ?? 0) + 1;
  await emit(leadListReady, aList({ zipCode, version, readyAt: '2026-03-02T09:00:00Z' }));
  await until(async () => {
    const seen = await database.query(
      sql`select from lead_lists where zip_code = ${zipCode} and version = ${version}`,
    );
    const open = await database.query(
      sql`select from mails where recipient = ${address} and state in ('waiting', 'sending')`,
    );
    return seen.rowCount === 1 && open.rowCount === 0;
  });
}

const readyMailsTo = async (address: string) =>
  (await inboxOf(address)).filter(mail => mail.subject.endsWith('is ready'));

/** Waits until the service has stored the event of this step, so that it handles the events in this order. */
async function settled(step: number, userId: string, zipCode: string): Promise<void> {
  const queries = [
    sql`select from users where id = ${userId}`,
    sql`select from subscriptions where account_id = ${userId}`,
    sql`select from lead_lists where zip_code = ${zipCode}`,
  ];
  const query = queries[step] ?? sql`select`;
  await until(async () => (await notifications.database.query(query)).rowCount === 1);
}

const mailsOf = async (userId: string): Promise<string[]> =>
  (
    await notifications.database.query(sql`select template from mails where user_id = ${userId} order by 1`)
  ).rows.map(row => row.template);
const endingsOf = async (userId: string): Promise<string[]> =>
  (await notifications.database.query(sql`select state from mails where user_id = ${userId}`)).rows.map(
    row => row.state,
  );

describe("the 'list ready' mail", () => {
  test('says that an admin gave the ZIP, free of charge', async () => {
    row('admin/granted-zip-mail');
    const user = aUser();
    await emit(userRegistered, user);
    await emit(subscriptionCreated, aSubscription(user, { kind: 'granted' }));
    await emit(leadListReady, aList());
    const [mail] = await mailsAbout(user.email, ready);
    expect(mail?.text).toContain('ClosingWire gave you ZIP code 90210. It is free of charge for you.');
    expect(mail?.text).not.toContain('You subscribed to');
  });

  test('is sent when the first list is ready', async () => {
    row('constant/first-list-mail');
    const user = aUser();
    await emit(userRegistered, user);
    await emit(subscriptionCreated, aSubscription(user));
    await emit(leadListReady, aList());
    const [mail] = await mailsAbout(user.email, ready);
    expect(mail?.text).toContain('Closings in 7 days: 42');
    expect(mail?.text).toContain('https://product.example/dashboard');
    expect(mail?.headers['list-unsubscribe']).toMatch(
      /^<https:\/\/product\.example\/api\/unsubscribe\/\S{32}>$/,
    );
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test.each([
    ['list, subscription, user', [2, 1, 0]],
    ['subscription, list, user', [1, 2, 0]],
    ['list, user, subscription', [2, 0, 1]],
    ['user, list, subscription', [0, 2, 1]],
  ])('is sent for events in any order: %s', async (_order, order) => {
    const user = aUser();
    const zipCode = ownZipCode();
    const steps = [
      () => emit(userRegistered, user),
      () => emit(subscriptionCreated, aSubscription(user, { zipCode })),
      () => emit(leadListReady, aList({ zipCode })),
    ];
    for (const step of order) {
      await steps[step]?.();
      await settled(step, user.id, zipCode);
    }
    await mailsAbout(user.email, /is ready$/);
    await isQuiet(user.email, zipCode);
    expect(await readyMailsTo(user.email)).toHaveLength(1);
  });
});

/** Publishes an order of this many ZIPs, and waits until it is stored. */
async function anOrder(count: number) {
  const user = aUser();
  const order = { id: newId(), zipCount: count };
  const zips = Array.from({ length: count }, ownZipCode);
  await emit(userRegistered, user);
  for (const zipCode of zips) await emit(subscriptionCreated, aSubscription(user, { zipCode, order }));
  await until(async () => {
    const { rowCount } = await notifications.database.query(
      sql`select from subscriptions s join users u on u.id = s.account_id where s.account_id = ${user.id}`,
    );
    return rowCount === count;
  });
  return { user, order, zips };
}
const isReady = (zipCode: string) => emit(leadListReady, aList({ zipCode }));
const announced = async (userId: string) =>
  (await notifications.mailsFor({ id: userId })).filter(template => template.endsWith('ready')).toSorted();
const isStored = (zipCode: string) =>
  until(
    async () =>
      (await notifications.database.query(sql`select from lead_lists where zip_code = ${zipCode}`)).rowCount,
  );

describe('the lists of one order', () => {
  test('are announced in one email when the last is ready', async () => {
    const { user, zips } = await anOrder(3);
    for (const zipCode of zips) {
      expect(await announced(user.id)).toEqual([]);
      await isReady(zipCode);
      await isStored(zipCode);
    }
    const [mail] = await mailsAbout(user.email, 'Your lists for 3 ZIP codes are ready');
    for (const zipCode of zips)
      expect(mail?.text).toContain(`${zipCode} Beverly Hills, CA: 42 recent closings`);
    await isQuiet(user.email, zips[0] ?? '');
    expect(await announced(user.id)).toEqual(['lists-ready']);
  });

  test('are announced without the missing ones after a wait, and those later', async () => {
    const { user, order, zips } = await anOrder(3);
    const [first = '', second = '', third = ''] = zips;
    await isReady(first);
    await isReady(second);
    await Promise.all([isStored(first), isStored(second)]);
    const { rows } = await notifications.database.query(
      sql`select run_at - now() > interval '50 seconds' as "isWaiting" from graphile_worker.jobs
       where key = ${`announce-order:${order.id}`}`,
    );
    expect(rows).toEqual([{ isWaiting: true }]);
    await notifications.database.query(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
        where key = ${`announce-order:${order.id}`})::bigint[], run_at => now())`,
    );
    await mailsAbout(user.email, 'Your lists for 2 ZIP codes are ready');
    await isReady(third);
    await mailsAbout(user.email, `Your list for ${third} Beverly Hills is ready`);
    expect(await announced(user.id)).toEqual(['list-ready', 'lists-ready']);
  });

  test('wait for no ZIP that was canceled', async () => {
    const { user, order, zips } = await anOrder(2);
    const [first = '', second = ''] = zips;
    await isReady(first);
    await isStored(first);
    const { rows } = await notifications.database.query(
      sql`select id from subscriptions where order_id = ${order.id} and zip_code = ${second}`,
    );
    const cancelledAt = '2026-03-01T09:00:01Z';
    const ended = aSubscription(user, { id: rows[0].id, zipCode: second, version: 2, cancelledAt });
    await emit(subscriptionCancelled, ended);
    await mailsAbout(user.email, `Your list for ${first} Beverly Hills is ready`);
  });

  test('come as one email each when they are ordered apart', async () => {
    const user = aUser();
    const zips = [ownZipCode(), ownZipCode()];
    await emit(userRegistered, user);
    for (const zipCode of zips) {
      await emit(subscriptionCreated, aSubscription(user, { zipCode, order: { id: newId(), zipCount: 1 } }));
      await isReady(zipCode);
    }
    await mailsAbout(user.email, /^Your list for .* is ready$/, 2);
  });
});

describe("the repeated 'list ready' event", () => {
  test('sends no second mail', async () => {
    const user = aUser();
    const zipCode = ownZipCode();
    const [subscription, list] = [aSubscription(user, { zipCode }), aList({ zipCode })];
    const ids = [newId(), newId(), newId()];
    for (const again of [ids, ids, []]) {
      await emit(userRegistered, user, again[0]);
      await emit(subscriptionCreated, subscription, again[1]);
      await emit(leadListReady, list, again[2]);
    }
    await mailsAbout(user.email, /is ready$/);
    await isQuiet(user.email, zipCode);
    expect(await readyMailsTo(user.email)).toHaveLength(1);
    expect((await inboxOf(user.email)).filter(mail => mail.subject.includes('trial'))).toHaveLength(1);
  });
});

test('clocks that differ between machines do not lose a mail', async () => {
  const user = aUser();
  const zipCode = ownZipCode();
  await emit(userRegistered, user);
  await emit(subscriptionCreated, aSubscription(user, { zipCode, createdAt: '2026-03-01T09:00:00Z' }));
  await emit(leadListReady, aList({ zipCode, readyAt: '2026-03-01T08:00:01Z' }));
  await mailsAbout(user.email, /is ready$/);
});

describe("no 'list ready' mail", () => {
  test('is sent for a list older than the subscription', async () => {
    const user = aUser();
    const zipCode = ownZipCode();
    await emit(userRegistered, user);
    await emit(leadListReady, aList({ zipCode, readyAt: '2026-02-28T09:00:00Z' }));
    await until(
      async () =>
        (await notifications.database.query(sql`select from lead_lists where zip_code = ${zipCode}`))
          .rowCount,
    );
    await emit(subscriptionCreated, aSubscription(user, { zipCode }));
    await settled(1, user.id, zipCode);
    expect(await mailsOf(user.id)).toEqual(['welcome']);
    await emit(leadListReady, aList({ zipCode, version: 2 }));
    await mailsAbout(user.email, /is ready$/);
  });

  test('is sent for a canceled subscription', async () => {
    const user = aUser();
    const zipCode = ownZipCode();
    const subscription = aSubscription(user, { zipCode });
    await emit(userRegistered, user);
    await emit(subscriptionCancelled, { ...subscription, version: 2, cancelledAt: '2026-03-01T09:00:01Z' });
    await emit(subscriptionCreated, subscription);
    await settled(1, user.id, zipCode);
    await isQuiet(user.email, zipCode);
    expect(await mailsOf(user.id)).toEqual(['welcome']);
  });

  test('is sent to a user without notices', async () => {
    const user = aUser({ emailNotifications: false });
    const zipCode = ownZipCode();
    await emit(userRegistered, user);
    await emit(subscriptionCreated, aSubscription(user, { zipCode }));
    await emit(leadListReady, aList({ zipCode }));
    await until(async () => (await endingsOf(user.id)).length === 2);
    await until(async () => (await endingsOf(user.id)).every(state => state === 'skipped'));
    expect(await inboxOf(user.email)).toEqual([]);
  });
});
