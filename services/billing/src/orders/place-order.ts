import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Billing } from '../billing.ts';
import { countZips, lockAccount } from '../db/accounts.ts';
import { insertOrder, pendingOrders } from '../db/orders.ts';
import { isSameRequest, type Order } from '../domain/order.ts';
import { addSettleOrder } from '../jobs.ts';

export type OrderRequest = { accountId: string; purpose: Order['purpose']; zipCodes: string[] };

/**
 * Stores what is asked for, before anybody else is called. The same request again, while the first is under
 * way, is the same order. A job looks after the order, should this process die.
 */
export function placeOrder({ pg, clock }: Billing, request: OrderRequest): Promise<Order> {
  return pg.transaction(async tx => {
    const now = clock();
    if (!(await lockAccount(tx, request.accountId))) {
      throw new AppError('missing', 'account_unknown', 'This person has no account');
    }
    const pending = await pendingOrders(tx, request.accountId);
    const { billable } = await countZips(tx, request.accountId);
    const same = pending.find(order => isSameRequest(order, request, billable, now));
    if (same) return same;
    const order = await insertOrder(tx, { id: newId(), ...request }, now);
    await addSettleOrder(tx, order.id);
    return order;
  });
}
