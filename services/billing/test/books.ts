import { newId } from '@closingwire/chassis/ids';
import { type Sql, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { BookDifference, Books } from '@closingwire/contracts/books';
import type { BookClaim } from '@closingwire/contracts/catalog';
import type { customersOf } from './customers.ts';
import type { TestBilling, TestUser } from './start-billing.ts';

type Customers = ReturnType<typeof customersOf>;

const patience = { timeoutMs: 60_000 };
const DUE = sql`select from graphile_worker._private_jobs where run_at <= now()`;

/** Lets an admin read and compare the books, without the pauses between the looks. */
export function booksOf(billing: TestBilling) {
  const { db } = billing;
  const admin = billing.as(billing.newUser({ isAdmin: true }));
  const read = (): Promise<Books> => admin.readBooks({ limit: 200 });

  const count = async (statement: Sql) => (await db.query(statement)).rowCount ?? 0;
  const hurry = (look: string) =>
    db.query(
      sql`update graphile_worker._private_jobs set run_at = now() where key = ${`confirm-books:${look}`} and locked_at is null`,
    );
  const isWaiting = (look: string) =>
    count(sql`select from graphile_worker._private_jobs where key = ${`confirm-books:${look}`}`);

  /** Moves the start of a look to now, again and again, until the condition is true. */
  const hurryUntil = (look: 'second' | 'third', isTrue: () => Promise<boolean>) =>
    until(async () => {
      await hurry(look);
      return isTrue();
    }, patience);

  async function untilLooked(look: 'second' | 'third'): Promise<void> {
    await hurryUntil(look, async () => (await isWaiting(look)) === 0);
    await until(async () => (await count(DUE)) === 0, patience);
  }

  async function compare(input: { repairMany?: boolean } = {}): Promise<Books> {
    const { id } = await admin.compareBooks(input);
    await until(async () => (await read()).run?.state === 'confirming', patience);
    await untilLooked('second');
    await untilLooked('third');
    const books = await read();
    if (books.run?.id !== id) throw new Error('Expected the run that was begun');
    return books;
  }

  return {
    admin,
    read,
    compare,
    untilLooked,
    hurryUntil,
    /** Finds the difference of this kind about a subject in the admin's table. */
    async find(kind: BookDifference['kind'], subject: string): Promise<BookDifference | undefined> {
      const { differences } = await read();
      return differences.find(each => each.kind === kind && each.subject === subject);
    },
  };
}

/** Makes the two sides of the books differ or agree. */
export function plantsOf(billing: TestBilling, customers: Customers) {
  const { db, catalog } = billing;

  /** Gives catalog a claim for each active subscription. */
  async function claimAll(): Promise<void> {
    const { rows } = await db.query<BookClaim>(
      sql`select claim_id as "claimId", zip_code as "zipCode", city, state, industry, account_id as "userId"
       from subscriptions where cancelled_at is null`,
    );
    for (const claim of rows) {
      catalog.confirmed.set(claim.claimId, { ...claim, assignedBy: 'subscription', version: 1 });
    }
  }

  return {
    claimAll,
    /** Adds a claim to catalog that has no subscription. */
    claimFor(userId: string, change: Partial<BookClaim> = {}): BookClaim {
      const [zipCode = ''] = customers.newZipCodes(1);
      const place = { city: 'Beverly Hills', state: 'CA', industry: 'Mortgages' };
      const claim = { claimId: newId(), zipCode, ...place, userId, version: 1, ...change };
      const confirmed: BookClaim = { assignedBy: 'subscription', ...claim };
      catalog.confirmed.set(confirmed.claimId, confirmed);
      return confirmed;
    },
    /** A user who pays for ZIPs, once all events have arrived. */
    async paying(zipCount: number) {
      const paying = await customers.payingUser(zipCount);
      await customers.noJobsLeft();
      await claimAll();
      return paying;
    },
    /** A user with ZIPs on trial, and their claims. */
    async onTrial(zipCount: number): Promise<{ user: TestUser; claimIds: string[] }> {
      const user = billing.newUser();
      await billing.as(user).subscribe({ zipCodeIds: customers.newZipCodes(zipCount) });
      await claimAll();
      const { rows } = await db.query<{ id: string }>(
        sql`select claim_id as id from subscriptions where account_id = ${user.id} and cancelled_at is null`,
      );
      return { user, claimIds: rows.map(({ id }) => id) };
    },
    /** Simulates a deletion whose handler missed a part of the account. */
    markDeleted: (user: { id: string }) =>
      db.query(sql`update accounts set status = 'deleted', email = '' where id = ${user.id}`),
    /** Ends the subscriptions of billing without events. */
    async endSilently(user: { id: string }): Promise<void> {
      const { rows } = await db.query<{ id: string }>(
        sql`update subscriptions set cancelled_at = now() where account_id = ${user.id} and cancelled_at is null
         returning claim_id as id`,
      );
      for (const { id } of rows) catalog.confirmed.delete(id);
    },
    async countActive(user: { id: string }): Promise<number> {
      const { rowCount } = await db.query(
        sql`select from subscriptions where account_id = ${user.id} and cancelled_at is null`,
      );
      return rowCount ?? 0;
    },
  };
}
