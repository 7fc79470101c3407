import { ShoppingBasket } from 'lucide-react';
import { ZIP_PRICE_USD } from '../../lib/money.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { emptyOrder, freeFor, purchaseLabel } from './copy.ts';
import { orderTotalUsd } from './order.ts';
import { OrderLine } from './order-line.tsx';
import { useSubscribe } from './queries.ts';
import type { Order } from './use-order.ts';

export function OrderCard({ order, trialDays }: { order: Order; trialDays: number }) {
  const subscribe = useSubscribe(order);
  const total = orderTotalUsd(order.items);
  const purchase = () => {
    if (order.items.length === 0) return notify({ ...emptyOrder, tone: 'danger' });
    subscribe.mutate(order.items.map(({ id }) => id));
  };
  return (
    <Card className="lg:sticky lg:top-24">
      <h2 className="px-5 pt-5 text-lg font-semibold">Your Order</h2>
      {order.items.length === 0 ? (
        <div className="mx-5 mt-4 grid justify-items-center gap-2 rounded-xl border border-dashed border-line-strong px-4 py-8 text-center text-sm text-muted">
          <ShoppingBasket aria-hidden className="size-6" strokeWidth={1.5} />
          Add ZIP codes from the list and they gather here.
        </div>
      ) : (
        <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
          {order.items.map(item => (
            <OrderLine key={item.id} item={item} order={order} />
          ))}
        </ul>
      )}
      <div className="grid gap-4 p-5">
        <dl className="grid gap-1.5 text-sm">
          <div className="flex justify-between text-muted">
            <dt>Per ZIP code</dt>
            <dd>${ZIP_PRICE_USD}/month</dd>
          </div>
          <div className="flex items-baseline justify-between">
            <dt className="font-semibold">Total</dt>
            <dd className="text-xl font-bold">{trialDays > 0 ? freeFor(trialDays) : `$${total}/month`}</dd>
          </div>
          {trialDays > 0 && total > 0 && (
            <div className="flex justify-between text-muted">
              <dt>After the trial, if you go on</dt>
              <dd>${total}/month</dd>
            </div>
          )}
        </dl>
        <Button tone="accent" size="lg" onClick={purchase} disabled={subscribe.isPending} className="w-full">
          {subscribe.isPending ? 'Processing...' : purchaseLabel(trialDays, total)}
        </Button>
        <p className="text-center text-xs text-muted">No setup fees. Cancel anytime.</p>
      </div>
    </Card>
  );
}
