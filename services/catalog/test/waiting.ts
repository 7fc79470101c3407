import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { UserState } from '@closingwire/contracts/auth';
import { zipOffered } from '@closingwire/contracts/zip-waits';
import type { TestCatalog } from './start-catalog.ts';
import { aKnownUser } from './users.ts';

export const HOUR_MS = 3_600_000;

type WaitingUser = UserState & { client: ReturnType<TestCatalog['as']> };

/** Registers a user with a client of their own. */
export async function aViewer(catalog: TestCatalog, change: Partial<UserState> = {}): Promise<WaitingUser> {
  const user = await aKnownUser(catalog, change);
  return { ...user, client: catalog.as({ id: user.id, industry: user.industry }) };
}

/** Gives a ZIP to a new user; returns the function that takes it back. */
export async function aTakenZip(catalog: TestCatalog, zipCode: string, change: Partial<UserState> = {}) {
  const owner = await aKnownUser(catalog, change);
  const given = { userId: owner.id, zipCodeId: zipCode };
  await catalog.admin.assignZip(given);
  return { owner, release: () => catalog.admin.unassignZip(given) };
}

/** Users who wait for a ZIP, in this order. */
export async function inLine(catalog: TestCatalog, zipCode: string, count: number): Promise<WaitingUser[]> {
  const users: WaitingUser[] = [];
  for (let place = 1; place <= count; place += 1) {
    const user = await aViewer(catalog);
    await user.client.waitForZip({ zipCode });
    catalog.passTime(1);
    users.push(user);
  }
  return users;
}

/** Returns the user to whom a ZIP is offered now. */
export async function offeredTo({ db }: TestCatalog, zipCode: string): Promise<string | undefined> {
  const { rows } = await db.query(
    sql`select user_id from zip_waits where zip_code = ${zipCode} and offer_ends_at is not null`,
  );
  return rows[0]?.user_id;
}

/** Runs the job that settles offers, and waits for its end. */
export async function settle({ db }: TestCatalog): Promise<void> {
  await db.query(
    sql`select graphile_worker.add_job('settle-zip-offers', '{}'::json, job_key => 'test settle')`,
  );
  await until(async () => {
    const { rowCount } = await db.query(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'settle-zip-offers' and key = 'test settle'`,
    );
    return rowCount === 0;
  });
}

/** Collects the published offers; the function returns the users of a ZIP's offers. */
export async function offerEvents({ listen }: TestCatalog) {
  const events = await listen(zipOffered);
  return (zipCode: string) =>
    events.filter(({ data }) => data.zipCode === zipCode).map(({ data }) => data.userId);
}
