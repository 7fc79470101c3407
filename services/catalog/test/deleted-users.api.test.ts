import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { type UserState, userDeleted } from '@closingwire/contracts/auth';
import { subscriptionCreated } from '@closingwire/contracts/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, anOrder, aSubscription, aUser, claimEvents, held } from './users.ts';

let catalog: TestCatalog;
let assigned: Awaited<ReturnType<typeof claimEvents>>['assigned'];
let released: typeof assigned;

beforeAll(async () => {
  catalog = await startCatalog();
  ({ assigned, released } = await claimEvents(catalog));
});
afterAll(() => catalog.stop());

const currentOf = async (userId: string) =>
  (await catalog.db.query(sql`select * from claims where user_id = ${userId} and state <> 'released'`)).rows;
const isHandled = async (eventId: string) =>
  (await catalog.db.query(sql`select 1 from inbox where event_id = ${eventId}`)).rowCount;
const handled = (eventId: string) => until(() => isHandled(eventId));
const sendDeletion = async ({ id }: Pick<UserState, 'id'>, eventId = newId()) => {
  const data = { id, version: 9, deletedAt: new Date().toISOString() };
  await catalog.bus.send(userDeleted, [{ data, id: eventId }]);
  return eventId;
};
const deleteUser = async (user: Pick<UserState, 'id'>) => handled(await sendDeletion(user));

/** The number of database sessions that wait for a lock. */
const waiting = async () => {
  const { rows } = await catalog.db.query(
    sql`select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count as number;
};

/** Holds the lock of a ZIP while `work` runs: requests for the ZIP wait, then run concurrently. */
async function whileLocked<T>(zipCode: string, work: () => Promise<T>): Promise<T> {
  const client = await catalog.db.connect();
  try {
    await client.query(sql`begin`);
    await client.query(sql`select 1 from zips where zip_code = ${zipCode} for no key update`);
    return await work();
  } finally {
    await client.query(sql`commit`);
    client.release();
  }
}

/** Inserts a claim without the user's lock, as earlier versions could. */
async function insertClaim(userId: string, zipCode: string, change: Record<string, unknown> = {}) {
  const claim = { id: newId(), state: 'confirmed', subscription_id: null, held_until: null, ...change };
  await catalog.db.query(
    sql`insert into claims (id, zip_code, industry, user_id, state, assigned_by, subscription_id, held_until,
       created_at, changed_at)
     values (${claim.id}, ${zipCode}, 'Mortgages', ${userId}, ${claim.state}, 'subscription', ${claim.subscription_id}, ${claim.held_until}, now(), now())`,
  );
  return claim.id;
}

const sweep = () =>
  catalog.db.query(
    sql`select graphile_worker.add_job('release-stray-claims', '{}'::json, job_key => 'test sweep')`,
  );
const swept = () =>
  until(async () => {
    const { rowCount } = await catalog.db.query(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'release-stray-claims'`,
    );
    return rowCount === 0;
  });

describe('a deleted user', () => {
  it('keeps no hold of a concurrent order', async () => {
    const user = await aKnownUser(catalog);
    const orders = ['60601', '60602', '60603'].map(zipCode => anOrder(user, [zipCode, '60604']));
    const deletion = newId();
    let running: Promise<unknown> | undefined;
    await whileLocked('60604', async () => {
      running = Promise.allSettled(orders.map(order => catalog.billing.holdZips(order)));
      await until(async () => (await waiting()) >= orders.length);
      await sendDeletion(user, deletion);
      // The deletion's handler waits for the user's lock, which the first order holds, or it has finished.
      await until(async () => (await waiting()) > orders.length || (await isHandled(deletion)));
    });
    await running;
    await handled(deletion);
    expect(await currentOf(user.id)).toEqual([]);
  });

  it('gets no hold, known to the catalog or not', async () => {
    for (const user of [await aKnownUser(catalog), aUser()]) {
      await deleteUser(user);
      await expect(held(catalog, user, '60605')).rejects.toMatchObject({
        kind: 'conflict',
        code: 'user_deleted',
      });
      expect(await currentOf(user.id)).toEqual([]);
    }
  });

  it('loses their holds, also when delivered twice', async () => {
    const user = aUser();
    const claim = await held(catalog, user, '60606');
    await deleteUser(user);
    await deleteUser(user);
    expect(await currentOf(user.id)).toEqual([]);
    expect(released(claim.claimId)).toEqual([]);
  });

  it('gets no claim by a later subscription', async () => {
    const user = await aKnownUser(catalog);
    const claim = await held(catalog, user, '60607');
    await deleteUser(user);
    const subscription = aSubscription(user, claim);
    await catalog.bus.send(subscriptionCreated, [{ data: subscription }, { data: subscription }]);
    const [event] = await until(() => {
      const events = released(claim.claimId);
      return events.length > 0 ? events : undefined;
    });
    expect(event).toMatchObject({ userId: user.id, zipCode: '60607' });
    expect(await currentOf(user.id)).toEqual([]);
    expect(assigned(claim.claimId)).toEqual([]);
  });

  it('is given no ZIP by an admin', async () => {
    const user = await aKnownUser(catalog);
    await deleteUser(user);
    await expect(catalog.admin.assignZip({ userId: user.id, zipCodeId: '60608' })).rejects.toMatchObject({
      code: 'user_unknown',
    });
  });

  it('does not block other users', async () => {
    const gone = await aKnownUser(catalog);
    await deleteUser(gone);
    const left = await insertClaim(gone.id, '60609');
    const user = await aKnownUser(catalog);
    await catalog.admin.assignZip({ userId: user.id, zipCodeId: '60609' });
    await until(() => released(left)[0]);
    expect(await currentOf(gone.id)).toEqual([]);
    const other = await insertClaim(gone.id, '60610');
    await held(catalog, user, '60610');
    await until(() => released(other)[0]);
  });
});

describe('the job for stray claims', () => {
  it('releases each stray claim once', async () => {
    const gone = await aKnownUser(catalog);
    await deleteUser(gone);
    const user = await aKnownUser(catalog);
    const canceled = newId();
    await catalog.db.query(
      sql`insert into subscriptions (id, version, cancelled_at) values (${canceled}, 2, now())`,
    );
    const strays = await Promise.all([
      insertClaim(gone.id, '60611'),
      insertClaim(user.id, '60612', { subscription_id: canceled }),
    ]);
    const hold = await insertClaim(gone.id, '60613', { state: 'held', held_until: new Date() });
    const kept = await insertClaim(user.id, '60614');
    await sweep();
    await swept();
    await sweep();
    await swept();
    expect(await currentOf(gone.id)).toEqual([]);
    expect((await currentOf(user.id)).map(({ id }) => id)).toEqual([kept]);
    for (const id of strays) await until(() => released(id)[0]);
    for (const id of strays) expect(released(id)).toHaveLength(1);
    expect(released(hold)).toEqual([]);
  });
});

describe('a suspended user', () => {
  it('gets no new hold and keeps their order', async () => {
    const user = await aKnownUser(catalog);
    const order = anOrder(user, ['60615']);
    const { claims } = await catalog.billing.holdZips(order);
    await catalog.db.query(sql`update users set status = 'suspended', version = 2 where id = ${user.id}`);
    await expect(held(catalog, user, '60616')).rejects.toMatchObject({ code: 'user_suspended' });
    expect((await catalog.billing.holdZips(order)).claims).toEqual(claims);
    const [claim] = claims;
    if (!claim) throw new Error('Expected a claim');
    await catalog.bus.send(subscriptionCreated, [{ data: aSubscription(user, claim) }]);
    await until(() => assigned(claim.claimId)[0]);
  });
});

describe('an order of ZIPs that the user has', () => {
  it('returns their claims and keeps them when dropped', async () => {
    const user = await aKnownUser(catalog);
    const first = await held(catalog, user, '60617');
    await catalog.bus.send(subscriptionCreated, [{ data: aSubscription(user, first) }]);
    await until(() => assigned(first.claimId)[0]);
    const order = anOrder(user, ['60617', '60618']);
    const { claims } = await catalog.billing.holdZips(order);
    expect(claims.find(({ zipCode }) => zipCode === '60617')?.claimId).toBe(first.claimId);
    await catalog.billing.releaseHolds({ intentId: order.intentId });
    expect((await currentOf(user.id)).map(({ id }) => id)).toEqual([first.claimId]);
  });

  it('names only the ZIPs of others when refused', async () => {
    const user = await aKnownUser(catalog);
    await catalog.admin.assignZip({ userId: user.id, zipCodeId: '60619' });
    await held(catalog, aUser(), '60620');
    await expect(catalog.billing.holdZips(anOrder(user, ['60619', '60620']))).rejects.toMatchObject({
      code: 'zip_taken',
      detail: { zipCodes: ['60620'] },
    });
  });
});
