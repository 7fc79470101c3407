import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { HeldZip } from '../subscriptions/store.ts';
import type { CheckoutMode, Order } from './rules.ts';

const columns = `id, account_id as "accountId", purpose, zip_codes as "zipCodes", state, claims, quantity,
  checkout_mode as "checkoutMode", checkout_session_id as "checkoutSessionId", checkout_url as "checkoutUrl",
  checkout_expires_at as "checkoutExpiresAt", created_at as "createdAt"`;

export function findOrder(db: Queries, id: string): Promise<Order | undefined> {
  return db.maybe<Order>(`select ${columns} from orders where id = $1`, [id]);
}

export function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  return tx.maybe<Order>(`select ${columns} from orders where id = $1 for update`, [id]);
}

export function orderOfCheckout(db: Queries, sessionId: string): Promise<Order | undefined> {
  return db.maybe<Order>(`select ${columns} from orders where checkout_session_id = $1`, [sessionId]);
}

/** Orders that are neither done nor dropped, newest first. */
export function pendingOrders(db: Queries, accountId: string): Promise<Order[]> {
  return db.query<Order>(
    `select ${columns} from orders where account_id = $1 and state in ('open', 'checkout') order by id desc`,
    [accountId],
  );
}

/** Checkouts that can no longer be paid and of which nothing has come. */
export async function overdueCheckouts(db: Queries, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select checkout_session_id as id from orders
     where state = 'checkout' and checkout_expires_at < $1::timestamptz - interval '2 minutes'`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export type NewOrder = Pick<Order, 'id' | 'accountId' | 'purpose' | 'zipCodes'>;

export function insertOrder(tx: Tx, order: NewOrder, now: Date): Promise<Order> {
  return tx.one<Order>(
    `insert into orders (id, account_id, purpose, zip_codes, state, created_at)
     values ($1, $2, $3, $4, 'open', $5) returning ${columns}`,
    [order.id, order.accountId, order.purpose, order.zipCodes, now],
  );
}

export async function storeClaims(db: Queries, id: string, claims: readonly HeldZip[]): Promise<void> {
  await db.query('update orders set claims = $2 where id = $1', [id, JSON.stringify(claims)]);
}

/** ZIPs of the account's other orders that are being charged just now. */
export async function reservedQuantity(tx: Tx, order: { id: string; accountId: string }): Promise<number> {
  const row = await tx.one<{ count: number }>(
    `select coalesce(sum(cardinality(zip_codes)), 0)::int as count from orders
     where account_id = $2 and id <> $1 and state = 'open' and quantity is not null`,
    [order.id, order.accountId],
  );
  return row.count;
}

/** What the provider shall charge for in this order, decided once: a repeated call must have the same. */
export async function storeQuantity(tx: Tx, id: string, quantity: number): Promise<number> {
  const row = await tx.one<{ quantity: number }>(
    'update orders set quantity = coalesce(quantity, $2) where id = $1 returning quantity',
    [id, quantity],
  );
  return row.quantity;
}

export async function storeCheckout(
  db: Queries,
  id: string,
  checkout: { mode: CheckoutMode; sessionId: string; url: string; expiresAt: Date },
): Promise<void> {
  await db.query(
    `update orders set state = 'checkout', checkout_session_id = $2, checkout_url = $3, checkout_expires_at = $4,
       checkout_mode = $5
     where id = $1 and state in ('open', 'checkout')`,
    [id, checkout.sessionId, checkout.url, checkout.expiresAt, checkout.mode],
  );
}

/** A checkout that took the card alone: what it was for is now to be charged. */
export async function reopenOrder(tx: Tx, id: string): Promise<void> {
  await tx.send(`update orders set state = 'open' where id = $1 and state = 'checkout'`, [id]);
}

/** Ends an order; what has ended stays as it is. */
export async function endOrder(db: Queries, id: string, state: 'done' | 'dropped'): Promise<void> {
  await db.query(`update orders set state = $2 where id = $1 and state in ('open', 'checkout')`, [id, state]);
}
