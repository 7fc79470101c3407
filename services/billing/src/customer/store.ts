import { type Queries, sql } from '@closingwire/chassis/pg';
import type {
  CustomerCredit,
  CustomerInvoice,
  CustomerMoney,
  CustomerZip,
} from '@closingwire/contracts/customer-money';
import { customersOf } from '../accounts/passes.ts';

const MOST_INVOICES = 100;

type Stored<Row, Times extends keyof Row> = Omit<Row, Times> & {
  [Name in Times]: Row[Name] extends string ? Date : Date | null;
};

/** Every ZIP that an account has or had; those that it has come first. */
export async function zipsOf(db: Queries, accountId: string): Promise<Omit<CustomerZip, 'removal'>[]> {
  const rows = await db.query<Stored<Omit<CustomerZip, 'removal'>, 'createdAt' | 'cancelledAt'>>(sql`
    select zip_code as "zipCode", city, state, industry, kind, claim_id as "claimId", created_at as "createdAt",
      cancelled_at as "cancelledAt"
    from subscriptions where account_id = ${accountId}
    order by cancelled_at is not null, cancelled_at desc, zip_code`);
  return rows.map(row => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
  }));
}

/** Paid invoices of an account's customers in both payment modes, newest first. */
export async function invoicesOf(db: Queries, accountId: string): Promise<CustomerInvoice[]> {
  const customerIds = (await customersOf(db, accountId)).map(({ customerId }) => customerId);
  const rows = await db.query<Stored<CustomerInvoice, 'paidAt'>>(sql`
    select id, payment_mode as mode, amount_cents as "amountCents", paid_at as "paidAt" from paid_invoices
    where stripe_customer_id = any(${customerIds}::text[]) order by paid_at desc, id limit ${MOST_INVOICES}`);
  return rows.map(row => ({ ...row, paidAt: row.paidAt.toISOString() }));
}

export async function creditsOf(db: Queries, accountId: string): Promise<CustomerCredit[]> {
  const rows = await db.query<Stored<CustomerCredit, 'requestedAt'>>(sql`
    select id, zip_code as "zipCode", state, amount_cents as "amountCents", reason, requested_at as "requestedAt"
    from zip_credits where account_id = ${accountId} order by requested_at desc, id`);
  return rows.map(row => ({ ...row, requestedAt: row.requestedAt.toISOString() }));
}

type TrialCredit = CustomerMoney['trialCredits'][number];

export async function trialCreditsOf(db: Queries, accountId: string): Promise<TrialCredit[]> {
  const rows = await db.query<Stored<TrialCredit, 'creditedAt'>>(sql`
    select id, trial_days as "trialDays", credited_at as "creditedAt"
    from trial_credits where account_id = ${accountId} order by credited_at desc, id`);
  return rows.map(row => ({ ...row, creditedAt: row.creditedAt.toISOString() }));
}
