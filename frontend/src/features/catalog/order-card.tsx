import type { Quote } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import { ShoppingBasket, X } from 'lucide-react';
import { formatLongDay } from '../../lib/dates.ts';
import { notify } from '../../lib/notify.ts';
import { openPaymentSetup } from '../../lib/payment-gate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { Due, QuoteLines } from '../../ui/quote-lines.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { emptyOrder, freeFor, purchaseLabel, setToEnd, trialLimit } from './copy.ts';
import { type OrderItem, overTrialLimit } from './order.ts';
import { type OrderQuote, useSubscribe } from './queries.ts';
import type { Order } from './use-order.ts';

export function OrderCard({ order, quote }: { order: Order; quote: OrderQuote }) {
  const prices = new Map(quote.data?.zips.map(({ zipCode, monthlyCents }) => [zipCode, monthlyCents]));
  const priceOf = (zipCode: string) => {
    const cents = prices.get(zipCode);
    return cents === undefined || quote.data?.way === 'trial' ? null : `${formatCents(cents)}/month`;
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
            <OrderLine key={item.id} item={item} price={priceOf(item.zipCode)} order={order} />
          ))}
        </ul>
      )}
      <div className="grid gap-4 p-5" aria-busy={quote.isFetching}>
        {quote.data ? (
          <Purchase order={order} quote={quote.data} isStale={quote.isPlaceholderData} />
        ) : quote.isError ? (
          <FailedState
            title="The price could not be loaded"
            error={quote.error}
            onRetry={() => quote.refetch()}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
        <p className="text-center text-xs text-muted">No setup fees. Cancel anytime.</p>
      </div>
    </Card>
  );
}

type PurchaseProps = { order: Order; quote: Quote; isStale: boolean };

/** What the order costs, and the button that orders it; nothing is ordered at a price that is out of date. */
function Purchase({ order, quote, isStale }: PurchaseProps) {
  const subscribe = useSubscribe(order);
  const over = quote.way === 'trial' ? overTrialLimit(quote.zips, quote.mostTrialZips) : 0;
  const isEmpty = order.items.length === 0;
  const hasAmounts = !isEmpty || (quote.zips.length > 0 && quote.endsAt === null);
  const purchase = () => {
    if (isEmpty) return notify({ ...emptyOrder, tone: 'danger' });
    subscribe.mutate(order.items.map(({ id }) => id));
  };
  return (
    <>
      {quote.endsAt && <SetToEnd endsAt={quote.endsAt} isEmpty={isEmpty} />}
      {quote.way === 'trial' ? (
        <TrialPrice quote={quote} />
      ) : (
        hasAmounts && <QuoteLines quote={quote} lists={['trial', 'paid']} />
      )}
      {over > 0 && <TrialLimit over={over} most={quote.mostTrialZips} />}
      <Button
        tone="accent"
        size="lg"
        onClick={purchase}
        disabled={subscribe.isPending || over > 0 || (isStale && !isEmpty)}
        className="w-full"
      >
        {subscribe.isPending
          ? 'Processing...'
          : purchaseLabel(isEmpty ? { ...quote, monthlyCents: 0 } : quote)}
      </Button>
    </>
  );
}

function SetToEnd({ endsAt, isEmpty }: { endsAt: string; isEmpty: boolean }) {
  return (
    <NoticeBox tone="caution" title={setToEnd.title(formatLongDay(new Date(endsAt)))}>
      {isEmpty ? setToEnd.withoutOrder : setToEnd.withOrder}
    </NoticeBox>
  );
}

function TrialPrice({ quote }: { quote: Quote }) {
  return (
    <dl className="grid gap-2">
      <Due term="Total" isStrong>
        {freeFor(quote.freeDays)}
      </Due>
      {quote.monthlyCents > 0 && (
        <Due term={`After the trial, if you go on with ${zipCount(quote.zips.length)}`}>
          {formatCents(quote.monthlyCents)}/month
        </Due>
      )}
      <Due term="ZIP codes in your trial">
        {quote.zips.length} of {quote.mostTrialZips}
      </Due>
    </dl>
  );
}

const zipCount = (count: number) => `${count} ZIP ${count === 1 ? 'code' : 'codes'}`;

function TrialLimit({ over, most }: { over: number; most: number }) {
  return (
    <div role="status">
      <NoticeBox
        tone="caution"
        title={trialLimit.title(most)}
        actions={
          <Button size="sm" onClick={openPaymentSetup}>
            Add Payment Method
          </Button>
        }
      >
        {trialLimit.remedy(over)}
      </NoticeBox>
    </div>
  );
}

type OrderLineProps = { item: OrderItem; price: string | null; order: Order };

function OrderLine({ item: { id, zipCode, city, state }, price, order }: OrderLineProps) {
  return (
    <li className="flex items-center gap-2 py-2.5 pl-5 pr-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{zipCode}</p>
        <p className="truncate text-muted">
          {city}, {state}
        </p>
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
