import { newId } from '@closingwire/chassis/ids';
import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userReinstated, userSuspended, userUpdated } from '@closingwire/contracts/auth';
import { subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import type { EventData } from '@closingwire/contracts/event';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin } from '../src/flows/make-admin.ts';
import { call, mailTo, PASSWORD, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
let admin: string;
beforeAll(async () => {
  auth = await startAuth();
  const { form } = await registerUser(auth, { firstName: 'Ada' });
  expect(await makeAdmin(auth.pg, form.email)).toBe('made');
  expect(await makeAdmin(auth.pg, form.email)).toBe('already');
  admin = (await signIn(form.email)).access;
});
afterAll(() => auth?.stop());

async function signIn(email: string) {
  const reply = await call(auth, 'POST', '/api/auth/signin', { body: { email, password: PASSWORD } });
  return { ...tokensOf(reply), status: reply.status, body: reply.body };
}

async function idOf(access: string): Promise<string> {
  return String((await call(auth, 'GET', '/api/auth/user', { token: access })).body.id);
}

const patch = (path: string, body: object, headers: Record<string, string> = {}) =>
  call(auth, 'PATCH', `/api/admin/users/${path}`, { body, token: admin, headers });

test('admin routes return 404 to other users', async () => {
  row('role/admin');
  const { access } = await registerUser(auth);
  for (const path of ['/api/admin/users', '/api/admin/users/search?q=a']) {
    expect((await call(auth, 'GET', path, { token: access })).status).toBe(404);
    expect((await call(auth, 'GET', path)).status).toBe(401);
  }
});

test('a former admin with an older token gets 404', async () => {
  const { form, access } = await registerUser(auth);
  await makeAdmin(auth.pg, form.email);
  const { access: asAdmin } = await signIn(form.email);
  await patch(`${await idOf(access)}/status`, { isAdmin: false });
  expect((await call(auth, 'GET', '/api/admin/users', { token: asAdmin })).status).toBe(404);
});

test('sign-ups by day count present users', async () => {
  const statistics = async (query = '') =>
    (await call(auth, 'GET', `/api/admin/statistics/users?${query}`, { token: admin })).body as {
      total: number;
      days: { day: string; signUps: number }[];
    };
  const before = await statistics();
  const { access } = await registerUser(auth);
  const { access: leaver } = await registerUser(auth);
  const age = (userAccess: string, change: string) =>
    idOf(userAccess).then(id => auth.pg.execute(sql`update users set ${raw(change)} where id = ${id}`));
  await age(access, `created_at = now() - interval '40 days'`);
  await age(leaver, 'deleted_at = now()');
  const after = await statistics();
  const list = await call(auth, 'GET', '/api/admin/users?limit=1', { token: admin });
  expect(after.total).toBe(before.total + 1);
  expect(after.total).toBe(list.body.total);
  expect(after.days).toEqual(before.days);
  expect(after.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  const long = await statistics('days=90');
  expect([after.days.length, long.days.length]).toEqual([30, 90]);
  expect(long.days.reduce((sum, { signUps }) => sum + signUps, 0)).toBe(after.total);
  expect(long.days[49]?.signUps).toBe(1);
});

test('the search finds parts of name, company and phone', async () => {
  row('call/get-admin-users-search');
  const { form } = await registerUser(auth, { lastName: 'Zwetschge', companyName: 'Plum 100% Lending' });
  for (const q of ['zwet', 'plum', '100%', 'nora ZWETSCHGE', form.email]) {
    const reply = await call(auth, 'GET', `/api/admin/users/search?${new URLSearchParams({ q })}`, {
      token: admin,
    });
    const users = reply.body.users as { email: string }[];
    expect(
      users.map(user => user.email),
      q,
    ).toContain(form.email);
  }
});

test('the list of users has every field of each', async () => {
  row('call/get-admin-users');
  const { form, access } = await registerUser(auth, { lastName: 'Listed', companyName: 'Listed Ltd' });
  const { password: _, ...profile } = form;
  const { body } = await call(auth, 'GET', '/api/admin/users', { token: admin });
  const users = body.users as { id: string; email: string }[];
  const id = await idOf(access);
  expect(users.filter(user => user.email === form.email)).toEqual([
    expect.objectContaining({ ...profile, id, status: 'active', isAdmin: false }),
  ]);
  expect(users.filter(user => 'password' in user || 'passwordHash' in user)).toEqual([]);
});

test('a page of users has the total', async () => {
  const [first, second] = [
    await registerUser(auth, { companyName: 'Paged Ltd' }),
    await registerUser(auth, { companyName: 'Paged Ltd' }),
  ];
  const page = async (query: string) => {
    const reply = await call(auth, 'GET', `/api/admin/users${query}`, { token: admin });
    return {
      emails: (reply.body.users as { email: string }[]).map(user => user.email),
      total: reply.body.total,
    };
  };
  expect(await page('/search?q=paged&limit=1')).toEqual({ emails: [second.form.email], total: 2 });
  expect(await page('/search?q=paged&limit=1&page=2')).toEqual({ emails: [first.form.email], total: 2 });
  expect(await page('/search?q=paged&limit=1&page=3')).toEqual({ emails: [], total: 2 });
  const whole = await page('');
  expect(whole.emails).toHaveLength(Number(whole.total));
  expect(await page('/search?q=')).toEqual(whole);
});

test('the search excludes industries, suspended and unconfirmed users', async () => {
  const joinAs = (industry: string) => registerUser(auth, { companyName: 'Narrow Ltd', industry });
  const lender = await joinAs('Mortgages');
  const titled = await joinAs('Title & Escrow');
  const suspended = await joinAs('Title & Escrow');
  await patch(`${await idOf(suspended.access)}/status`, { status: 'suspended' });
  const form = { ...lender.form, email: `narrow-${newId()}@example.com`, industry: 'Title & Escrow' };
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const emails = async (query: string) => {
    const path = `/api/admin/users/search?q=narrow%20ltd${query}`;
    const { body } = await call(auth, 'GET', path, { token: admin });
    return (body.users as { email: string }[]).map(user => user.email);
  };
  expect(await emails('')).toEqual([form, suspended.form, titled.form, lender.form].map(one => one.email));
  expect(await emails('&status=active')).toEqual([titled.form.email, lender.form.email]);
  expect(await emails('&status=active&withoutIndustries[0]=Mortgages&withoutIndustries[1]=')).toEqual([
    titled.form.email,
  ]);
});

test('the search finds a phone with any punctuation', async () => {
  const { form } = await registerUser(auth, { phone: '(555) 019-8877' });
  const { body } = await call(auth, 'GET', '/api/admin/users/search?q=0198877', { token: admin });
  expect(body.users).toMatchObject([{ email: form.email }]);
});

test('the search finds a phone however it is written', async () => {
  row('admin/user-search-phone');
  const { form } = await registerUser(auth, { firstName: 'Dora', phone: '2065550188' });
  const found = async (q: string) => {
    const path = `/api/admin/users/search?${new URLSearchParams({ q })}`;
    const { body } = await call(auth, 'GET', path, { token: admin });
    return (body.users as { email: string }[]).map(({ email }) => email);
  };
  const written = ['2065550188', '(206) 555-0188', '206-555', '555-0188', '+1 206 555 0188', '+12065550188'];
  for (const q of [...written, '206.555.0188', '1-206-555-0188', 'Dora (206) 555-0188', '(206) 555']) {
    expect(await found(q), q).toEqual([form.email]);
  }
  for (const q of ['(206) 555-0189', '206-556', '+1 206 555 0189']) expect(await found(q), q).toEqual([]);
});

describe('the search for any data of a user', () => {
  const found = async (q: string) => {
    const path = `/api/admin/users/search?${new URLSearchParams({ q })}`;
    const { body } = await call(auth, 'GET', path, { token: admin });
    return (body.users as { email: string }[]).map(user => user.email);
  };

  test('ignores accents on both sides', async () => {
    const { form } = await registerUser(auth, {
      firstName: 'Zoë',
      lastName: 'Núñez',
      companyName: 'Crédit Ñandú',
    });
    for (const q of ['nunez', 'NÚÑEZ', 'nuñez', 'zoe nunez', 'credit nandu']) {
      expect(await found(q), q).toContain(form.email);
    }
    expect(await found('nunes')).not.toContain(form.email);
  });

  test('finds the id and the Stripe customer of a user, whole', async () => {
    const { form, access } = await registerUser(auth);
    const id = await idOf(access);
    const customer = `cus_${newId()}`;
    await auth.pg.execute(
      sql`insert into account_copies (user_id, version, trial_days, trial_expires_at, has_active_payment, stripe_customer_id)
       values (${id}, 1000, 14, now(), false, ${customer})
       on conflict (user_id) do update set stripe_customer_id = excluded.stripe_customer_id`,
    );
    expect(await found(id)).toEqual([form.email]);
    expect(await found(customer)).toEqual([form.email]);
    expect(await found(customer.slice(0, -1))).toEqual([]);
    expect(await found(newId())).toEqual([]);
  });

  test('finds a ZIP and its city while the user has it, also when delivered twice', async () => {
    const { form, access } = await registerUser(auth);
    const subscription: EventData<typeof subscriptionCreated> = {
      id: newId(),
      version: 1,
      accountId: await idOf(access),
      zipCode: '98989',
      city: 'Cañon Springs',
      state: 'CO',
      industry: 'Mortgages',
      kind: 'trial',
      claimId: newId(),
      createdAt: new Date().toISOString(),
      cancelledAt: null,
    };
    for (let times = 0; times < 2; times++) await auth.bus.publish(subscriptionCreated, subscription);
    await until(async () => (await found('98989')).length > 0);
    expect(await found('98989')).toEqual([form.email]);
    expect(await found('canon springs')).toEqual([form.email]);
    const cancelledAt = new Date().toISOString();
    await auth.bus.publish(subscriptionCancelled, { ...subscription, version: 2, cancelledAt });
    await until(async () => (await found('98989')).length === 0);
    expect(await found('canon springs')).toEqual([]);
  });
});

test('the last admin keeps role and access', async () => {
  const lonely = await idOf(admin);
  const others = await auth.pg.query<{ id: string }>(
    sql`select id from users where is_admin and id <> ${lonely}`,
  );
  for (const { id } of others) await patch(`${id}/status`, { isAdmin: false });
  const demoted = await patch(`${lonely}/status`, { isAdmin: false });
  expect([demoted.status, demoted.body.code]).toEqual([409, 'last_admin']);
  const suspended = await patch(`${lonely}/status`, { status: 'suspended' });
  expect([suspended.status, suspended.body.code]).toEqual([409, 'own_suspension']);
});

test('two admins who demote each other leave one', async () => {
  const { form, access } = await registerUser(auth);
  await makeAdmin(auth.pg, form.email);
  const other = (await signIn(form.email)).access;
  const [ours, theirs] = [await idOf(admin), await idOf(access)];
  const demote = (id: string, token: string) =>
    call(auth, 'PATCH', `/api/admin/users/${id}/status`, { body: { isAdmin: false }, token });
  await Promise.all([demote(theirs, admin), demote(ours, other)]);
  const left = await auth.pg.query<{ email: string }>(sql`select email from users where is_admin`);
  expect(left).toHaveLength(1);
  await auth.pg.execute(sql`update users set is_admin = true where id = ${ours}`);
});

test('suspending ends the sessions and refuses sign-in', async () => {
  row('call/patch-admin-users-id-status');
  const { form, access } = await registerUser(auth);
  const id = await idOf(access);
  const reply = await patch(`${id}/status`, { status: 'suspended' });
  expect(reply.body).toMatchObject({ id, status: 'suspended' });
  expect((await call(auth, 'GET', '/api/auth/user', { token: access })).body).toBeNull();
  const refused = await signIn(form.email);
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ code: 'user_banned' });
  await auth.bus.receive(userSuspended, id);
  await patch(`${id}/status`, { status: 'active' });
  expect((await signIn(form.email)).status).toBe(200);
  const [reinstated] = await auth.bus.receive(userReinstated, id);
  expect(reinstated?.data.version).toBe(3);
});

test('absent details stay', async () => {
  row('call/patch-admin-users-id');
  const { form, access } = await registerUser(auth);
  const id = await idOf(access);
  const reply = await patch(id, { industry: 'Insurance', emailNotifications: false });
  expect(reply.body).toMatchObject({ firstName: 'Nora', email: form.email, industry: 'Insurance' });
  const [updated] = await auth.bus.receive(userUpdated, id);
  expect(updated?.data).toMatchObject({ version: 2, industry: 'Insurance', emailNotifications: false });
});

test('two users cannot have the same address', async () => {
  const [first, second] = [await registerUser(auth), await registerUser(auth)];
  const reply = await patch(await idOf(second.access), { email: first.form.email });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'email_exists' });
});

test('a new address voids earlier links', async () => {
  const { form, access } = await registerUser(auth);
  const id = await idOf(access);
  await call(auth, 'POST', '/api/auth/reset-password', { body: { email: form.email } });
  const { link } = await mailTo(auth, form.email, 'reset-password');
  const email = `moved.${form.email}`;
  expect((await patch(id, { email: email.toUpperCase() })).body).toMatchObject({ email });
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
  const body = { password: 'another-password' };
  expect((await call(auth, 'POST', '/api/auth/update-password', { body, token })).status).toBe(400);
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(form.email)).status).toBe(400);
});

test('other fields are ignored', async () => {
  const { access } = await registerUser(auth);
  const id = await idOf(access);
  await patch(id, { isAdmin: true, status: 'suspended', stripeCustomerId: 'cus_x', password: 'taken-over' });
  const { body } = await call(auth, 'GET', '/api/auth/user', { token: access });
  expect(body).toMatchObject({ isAdmin: false, status: 'active', stripeCustomerId: null });
});

test('an unknown user is not credited', async () => {
  const before = auth.credits.length;
  expect((await patch(newId(), { trialDays: 30 })).status).toBe(404);
  expect(auth.credits).toHaveLength(before);
});

test.each([-1, 366, 1.5])('a credit of %d days is refused', async trialDays => {
  const { access } = await registerUser(auth);
  expect((await patch(await idOf(access), { trialDays })).status).toBe(400);
});

test("the reply waits for billing's credit", async () => {
  const { access } = await registerUser(auth);
  const id = await idOf(access);
  const key = newId();
  const reply = await patch(id, { trialDays: 30 }, { 'idempotency-key': key });
  expect(reply.body).toMatchObject({ trialDays: 30, trialExpiresAt: '2026-12-01T00:00:00.000Z' });
  expect(auth.credits).toContainEqual({ accountId: id, creditId: key, trialDays: 30 });
});

test("an admin's change is audited", async () => {
  const { access } = await registerUser(auth);
  const [id, actorId] = [await idOf(access), await idOf(admin)];
  await patch(id, { companyName: 'Renamed' }, { 'user-agent': 'admin-browser' });
  await patch(`${id}/status`, { status: 'suspended' });
  const entries = await auth.pg.query(
    sql`select detail, actor_id as "actorId", host(ip) as ip, user_agent as "userAgent" from audit_log
     where target_id = ${id} and action = 'user-changed-by-admin' order by at`,
  );
  expect(entries).toMatchObject([
    { detail: { fields: ['companyName'] }, actorId, userAgent: 'admin-browser' },
    { detail: { status: 'suspended' }, actorId, ip: expect.stringMatching(/[.:]/) },
  ]);
});
