import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { subscriptionCreated } from '@closingwire/contracts/billing';
import { settingChanged } from '@closingwire/contracts/content';
import { zipRefreshRequested } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, aSubscription, aUser, held } from './users.ts';
import { startReceiver } from './webhook-receiver.ts';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let catalog: TestCatalog;
beforeAll(async () => {
  receiver = await startReceiver();
  catalog = await startCatalog({ INITIAL_SCRAPE_WEBHOOK_URL: receiver.url });
});
afterAll(async () => {
  await catalog.stop();
  receiver.stop();
});

const sentFor = (zipCode: string) => receiver.sent.filter(({ body }) => body.zip === zipCode);
const deliveriesFor = async (zipCode: string) =>
  (await catalog.db.query(sql`select * from webhook_deliveries where zip_code = ${zipCode}`)).rows;
const attemptsFor = async (zipCode: string) => {
  const { rows } = await catalog.db.query(
    sql`select a.* from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
     where d.zip_code = ${zipCode} order by a.attempt`,
  );
  return rows;
};
/** Runs the next attempt now. */
async function hurry(zipCode: string): Promise<void> {
  await catalog.db.query(
    sql`update graphile_worker._private_jobs set run_at = now() where payload->>'deliveryId' in
       (select id::text from webhook_deliveries where zip_code = ${zipCode})`,
  );
  await catalog.db.query(sql`notify "jobs:insert", '{"r": "1", "count": 1}'`);
}

async function assign(zipCode: string, change = {}) {
  const user = await aKnownUser(catalog, change);
  await catalog.admin.assignZip({ userId: user.id, zipCodeId: zipCode });
  return user;
}

const attempted = (zipCode: string, count: number) =>
  until(async () => {
    const attempts = await attemptsFor(zipCode);
    return attempts.length >= count ? attempts : undefined;
  });

describe('the assignment webhook', () => {
  it('names the user and the ZIP, signed', async () => {
    row('call/assignment-webhook');
    const user = await assign('30301');
    await attempted('30301', 1);
    expect(sentFor('30301').map(({ body }) => body)).toEqual([
      { zip: '30301', email: user.email, name: 'Ada Example', userid: user.id },
    ]);
    const [delivery] = await deliveriesFor('30301');
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(sentFor('30301')[0]?.id).toBe(delivery.id);
  });

  it('is retried under the same id', async () => {
    receiver.reply('30302', 500);
    await assign('30302');
    const [failed] = await attempted('30302', 1);
    expect(failed).toMatchObject({ attempt: 1, http_status: 500, error: null });
    await hurry('30302');
    await attempted('30302', 2);
    const ids = sentFor('30302').map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await deliveriesFor('30302')).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('treats a redirect as a failure', async () => {
    receiver.reply('30303', { redirectTo: `${receiver.url}/elsewhere` });
    await assign('30303');
    expect(await attempted('30303', 1)).toMatchObject([{ http_status: 307 }]);
    expect(await deliveriesFor('30303')).toMatchObject([{ state: 'pending' }]);
    expect(sentFor('30303')).toHaveLength(1);
  });

  it('times out', async () => {
    receiver.reply('30304', 'silence');
    await assign('30304');
    expect(await attempted('30304', 1)).toMatchObject([
      { http_status: null, error: 'No reply within 1000 ms' },
    ]);
  });

  it('ends on 410', async () => {
    receiver.reply('30305', 410);
    await assign('30305');
    await until(async () => (await deliveriesFor('30305'))[0]?.state === 'failed');
  });

  it('gives up after the last retry', async () => {
    receiver.reply('30306', ...Array.from({ length: 11 }, () => 503));
    await assign('30306');
    for (let count = 1; count <= 11; count++) {
      await attempted('30306', count);
      await hurry('30306');
    }
    await until(async () => (await deliveriesFor('30306'))[0]?.state === 'failed');
    expect(sentFor('30306')).toHaveLength(11);
  });

  it('waits for a user whose event is still to come', async () => {
    const user = aUser();
    const claim = await held(catalog, user, '30307');
    await catalog.bus.send(subscriptionCreated, [{ data: aSubscription(user, claim) }]);
    await attempted('30307', 1);
    expect(sentFor('30307')).toEqual([]);
    await aKnownUser(catalog, user);
    await hurry('30307');
    await until(() => sentFor('30307')[0]);
  });
});

describe('a delivery', () => {
  it('is repeated under the same id after a crash', async () => {
    await assign('30308');
    await until(async () => (await deliveriesFor('30308'))[0]?.state === 'delivered');
    const [delivery] = await deliveriesFor('30308');
    // The state after a crash between reply and log: a job, but no attempt.
    await catalog.db.query(sql`delete from webhook_attempts where delivery_id = ${delivery.id}`);
    await catalog.db.query(
      sql`update webhook_deliveries set state = 'pending', attempts = 0, finished_at = null where id = ${delivery.id}`,
    );
    const payload = JSON.stringify({ deliveryId: delivery.id, attempt: 1 });
    await catalog.db.query(sql`select graphile_worker.add_job('deliver-webhook', ${payload}::json)`);
    await attempted('30308', 1);
    expect(sentFor('30308').map(({ id }) => id)).toEqual([delivery.id, delivery.id]);
  });

  it('is not repeated by an earlier job', async () => {
    await assign('30309');
    await attempted('30309', 1);
    const [delivery] = await deliveriesFor('30309');
    const payload = JSON.stringify({ deliveryId: delivery.id, attempt: 1 });
    const { rows } = await catalog.db.query(
      sql`select id from graphile_worker.add_job('deliver-webhook', ${payload}::json)`,
    );
    await until(async () => {
      const job = await catalog.db.query(
        sql`select 1 from graphile_worker._private_jobs where id = ${rows[0].id}`,
      );
      return job.rowCount === 0;
    });
    expect(sentFor('30309')).toHaveLength(1);
  });
});

describe('a refresh', () => {
  it('is posted once per ZIP', async () => {
    const first = await assign('30310', { industry: 'Mortgages' });
    await assign('30310', { industry: 'Home Services' });
    await until(() => sentFor('30310').length === 2);
    await until(async () => (await deliveriesFor('30310')).every(row => row.state === 'delivered'));
    const data = { zipCode: '30310', requestedAt: new Date().toISOString() };
    const id = newId();
    await catalog.bus.send(zipRefreshRequested, [
      { data, id },
      { data, id },
    ]);
    await until(() => sentFor('30310').length >= 3);
    expect(sentFor('30310')[2]?.body.userid).toBe(first.id);
    expect((await deliveriesFor('30310')).filter(row => row.reason === 'refresh')).toHaveLength(1);
  });

  it('is skipped while a delivery is pending', async () => {
    receiver.reply('30311', 500);
    await assign('30311');
    await attempted('30311', 1);
    const id = newId();
    const data = { zipCode: '30311', requestedAt: new Date().toISOString() };
    await catalog.bus.send(zipRefreshRequested, [{ data, id }]);
    await until(
      async () => (await catalog.db.query(sql`select 1 from inbox where event_id = ${id}`)).rowCount,
    );
    expect(await deliveriesFor('30311')).toHaveLength(1);
  });
});

describe('the webhook address', () => {
  const setTo = async (value: string, version: number) => {
    const data = { key: 'initial_scrape_webhook_url', version, value } as const;
    await catalog.bus.send(settingChanged, [{ data }]);
    await until(async () => {
      const { rows } = await catalog.db.query(sql`select version from settings where key = ${data.key}`);
      return rows[0]?.version >= version;
    });
  };

  it('follows the newest setting', async () => {
    row('call/webhook-target');
    const other = await startReceiver();
    await setTo(other.url, 2);
    await setTo(receiver.url, 1);
    await assign('30312');
    await until(() => other.sent[0]);
    other.stop();
  });

  it('makes deliveries wait while it is empty', async () => {
    await setTo('', 3);
    await assign('30313');
    await until(async () => (await deliveriesFor('30313'))[0]?.state === 'waiting');
    expect(await catalog.admin.listWebhookDeliveries({})).toMatchObject({
      target: { url: null, source: 'off' },
      waiting: 1,
    });
    expect(sentFor('30313')).toEqual([]);
    await setTo(receiver.url, 4);
    await until(() => sentFor('30313')[0]);
    await until(async () => (await deliveriesFor('30313'))[0]?.state === 'delivered');
    expect(sentFor('30313')).toHaveLength(1);
  });

  it('returns to the installation default', async () => {
    await setTo('http://127.0.0.1:9/nobody', 5);
    const data = { key: 'initial_scrape_webhook_url', version: 6, value: '', isDefault: true } as const;
    await catalog.bus.send(settingChanged, [{ data }]);
    await until(async () => {
      const { target } = await catalog.admin.listWebhookDeliveries({});
      return target.source === 'installation' && target.url === receiver.url;
    });
    await assign('30314');
    await until(() => sentFor('30314')[0]);
  });
});

describe('the log of deliveries', () => {
  const newest = async (zipCode: string) => {
    const { deliveries } = await catalog.admin.listWebhookDeliveries({ limit: 100 });
    return deliveries.find(delivery => delivery.zipCode === zipCode);
  };

  it('shows request, reply and attempts', async () => {
    receiver.reply('30315', { status: 422, text: 'no such ZIP\0' });
    const user = await assign('30315');
    await attempted('30315', 1);
    const delivery = await newest('30315');
    expect(delivery).toMatchObject({
      email: user.email,
      reason: 'assigned',
      state: 'pending',
      attempts: 1,
      lastStatus: 422,
      lastError: null,
    });
    const { tries } = await catalog.admin.webhookDelivery({ id: delivery?.id ?? '' });
    expect(tries).toMatchObject([
      { attempt: 1, url: receiver.url, httpStatus: 422, reply: 'no such ZIP', error: null },
    ]);
    expect(JSON.parse(tries[0]?.request ?? '')).toEqual({
      zip: '30315',
      email: user.email,
      name: 'Ada Example',
      userid: user.id,
    });
  });

  it('repeats a failed delivery on request', async () => {
    receiver.reply('30316', 410);
    await assign('30316');
    await until(async () => (await deliveriesFor('30316'))[0]?.state === 'failed');
    const id = (await newest('30316'))?.id ?? '';
    await catalog.admin.replayWebhookDelivery({ id });
    await until(async () => (await deliveriesFor('30316'))[0]?.state === 'delivered');
    expect(sentFor('30316').map(sent => sent.id)).toEqual([id, id]);
    await expect(catalog.admin.replayWebhookDelivery({ id: newId() })).rejects.toMatchObject({
      code: 'delivery_unknown',
    });
  });

  it('forgets the bodies about a deleted user', async () => {
    const user = await assign('30317');
    await attempted('30317', 1);
    const deletedAt = new Date().toISOString();
    await catalog.bus.send(userDeleted, [{ data: { id: user.id, version: 9, deletedAt } }]);
    await until(async () => (await attemptsFor('30317')).every(({ request }) => request === null));
    expect((await newest('30317'))?.email).toBeNull();
  });

  it.each([
    ['delivered', 202, '30318'],
    ['skipped', 500, '30319'],
  ])('keeps no body of a delivery during the deletion, which ends %s', async (state, status, zipCode) => {
    const deleted = Promise.withResolvers<void>();
    receiver.reply(zipCode, { status, text: 'thank you, Ada', after: deleted.promise });
    const user = await assign(zipCode);
    await until(() => sentFor(zipCode)[0]);
    const data = { id: user.id, version: 9, deletedAt: new Date().toISOString() };
    await catalog.bus.send(userDeleted, [{ data }]);
    await until(
      async () =>
        (await catalog.db.query(sql`select 1 from users where id = ${user.id} and status = 'deleted'`))
          .rowCount,
    );
    deleted.resolve();
    expect(await attempted(zipCode, 1)).toMatchObject([{ http_status: status, request: null, reply: null }]);
    await until(async () => (await deliveriesFor(zipCode))[0]?.state === state);
    await hurry(zipCode);
    expect(sentFor(zipCode)).toHaveLength(1);
  });
});
