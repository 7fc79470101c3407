import type { Quote } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import { ShoppingBasket, X } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderFigures } from './figures/lazy-figures.tsx';
import { type Offer, priceText } from './offer.ts';
import type { OrderItem } from './order.ts';
import { Purchase } from './purchase.tsx';
import type { OrderQuote } from './queries.ts';
import type { Order } from './use-order.ts';
import { ZipKind } from './zip-kind.tsx';

type OrderCardProps = { order: Order; quote: OrderQuote; offer: Offer };

export function OrderCard({ order, quote, offer }: OrderCardProps) {
  const owned = new Set(
    quote.data?.zips.filter(({ standing }) => standing !== 'new').map(({ zipCode }) => zipCode),
  );
  const price = priceText(offer, 1);
  return (
    <Card id="order" className="scroll-mt-20 lg:sticky lg:top-24">
      <h2 className="px-5 pt-5 text-lg font-semibold">Your Order</h2>
      {order.items.length === 0 ? (
        <div className="mx-5 mt-4 grid justify-items-center gap-2 rounded-xl border border-dashed border-line-strong px-4 py-8 text-center text-sm text-muted">
          <ShoppingBasket aria-hidden className="size-6" strokeWidth={1.5} />
          ZIP codes you add appear here.
        </div>
      ) : (
        <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
          {order.items.map(item => (
            <OrderLine
              key={item.id}
              item={item}
              price={owned.has(item.zipCode) ? 'Subscribed' : price}
              order={order}
            />
          ))}
        </ul>
      )}
      {order.items.length > 0 && (
        <p className="min-h-11 border-b border-line px-5 py-3 text-sm text-muted">
          <Suspense fallback="—">
            <OrderFigures zipCodes={order.items.map(({ zipCode }) => zipCode)} />
          </Suspense>
        </p>
      )}
      <div className="grid gap-4 p-5" aria-busy={quote.isFetching}>
        <Purchase order={order} quote={quote} offer={offer} />
        <p className="text-center text-xs text-muted">No setup fees. Cancel anytime.</p>
        {quote.data && <TruePrice quote={quote.data} />}
      </div>
    </Card>
  );
}

/** The price, also where a trial shows none or the order is empty. */
const TruePrice = ({ quote: { centsPerZip, freeDays } }: { quote: Quote }) => (
  <p className="-mt-2 text-center text-xs text-muted">
    Each ZIP code is {formatCents(centsPerZip)} a month{freeDays > 0 && ' after the trial'}.
  </p>
);

type OrderLineProps = { item: OrderItem; price: string; order: Order };

function OrderLine({ item: { id, zipCode, city, state, kind }, price, order }: OrderLineProps) {
  return (
    <li className="flex items-center gap-2 py-2.5 pl-5 pr-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{zipCode}</p>
        <p className="truncate text-muted">
          {city}, {state}
        </p>
        {kind && <ZipKind kind={kind} />}
      </div>
      {price && <span className="shrink-0 text-muted">{price}</span>}
      <Button
        tone="quiet"
        size="icon-sm"
        aria-label={`Remove ${zipCode} from the order`}
        onClick={() => order.remove(id)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
