import type { Quote } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import clsx from 'clsx';
import { formatLongDay } from '../../lib/dates.ts';
import { notify } from '../../lib/notify.ts';
import { openPaymentSetup } from '../../product/payment-gate.ts';
import { Due, QuotedGroups } from '../../product/quote-lines.tsx';
import { Button } from '../../ui/button.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { afterTrial, allOwned, emptyOrder, newTotal, quoteFailed, setToEnd, trialLimit } from './copy.ts';
import { type Offer, priceText, purchaseLabel } from './offer.ts';
import { type TrialOverflow, trialOverflow } from './order.ts';
import { type OrderQuote, useSubscribe } from './queries.ts';
import type { Order } from './use-order.ts';

type PurchaseProps = { order: Order; quote: OrderQuote; offer: Offer };

export function Purchase({ order, quote, offer }: PurchaseProps) {
  if (quote.isPending) return <Skeleton className="h-32" />;
  const isEmpty = order.items.length === 0;
  const { data, isPlaceholderData: isStale } = quote;
  const total = priceText(offer, offer.added);
  const overflow = trialOverflow(order.items, data);
  return (
    <>
      {data?.endsAt && <SetToEnd endsAt={data.endsAt} isEmpty={isEmpty} />}
      {!isEmpty && offer.added === 0 && <NoticeBox title={allOwned.title}>{allOwned.remedy}</NoticeBox>}
      {offer.added !== 0 && total && (
        <dl>
          <Due term="Total" isStrong>
            {total}
          </Due>
        </dl>
      )}
      {overflow && <TrialLimit overflow={overflow} order={order} />}
      <PurchaseButton order={order} offer={offer} isClosed={overflow !== undefined || isStale} />
      {quote.isError && !data && (
        <FailedState
          title={quoteFailed[offer.freeDays ? 'free' : total ? 'priced' : 'unknown']}
          query={quote}
        />
      )}
      {/* Hidden while out of date, so that the card keeps its height. */}
      {data && (
        <div className={clsx('empty:hidden', isStale && 'invisible')}>
          <WhatFollows quote={data} offer={offer} />
        </div>
      )}
    </>
  );
}

type PurchaseButtonProps = { order: Order; offer: Offer; isClosed: boolean };

/**
 * Orders only at a known, current price. An order that adds nothing is no offer: the button is plain, and a toast names
 * the missing input.
 */
function PurchaseButton({ order, offer, isClosed }: PurchaseButtonProps) {
  const subscribe = useSubscribe(order);
  const isKnown = offer.freeDays !== null && offer.added !== null;
  const purchase = () => {
    if (offer.added === 0) return notify({ ...emptyOrder, tone: 'danger' });
    subscribe.mutate(order.items.map(({ id }) => id));
  };
  return (
    <Button
      tone={offer.added === 0 ? 'outline' : 'accent'}
      size="lg"
      onClick={purchase}
      disabled={subscribe.isPending || (order.items.length > 0 && (isClosed || !isKnown))}
      className="w-full"
    >
      {subscribe.isPending ? 'Processing...' : purchaseLabel(offer)}
    </Button>
  );
}

const zipCount = (count: number) => `${count} ZIP ${count === 1 ? 'code' : 'codes'}`;

/** The account after this order; empty if the order changes no amount. */
function WhatFollows({ quote, offer }: { quote: Quote; offer: Offer }) {
  if (offer.freeDays)
    return <AfterTrial quote={quote} freeDays={offer.freeDays} isEmpty={offer.added === 0} />;
  if (offer.added === 0) return null;
  const { dueTodayCents, monthlyCents, firstChargeAt } = quote;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2">
        <Due term="Due today" isStrong={dueTodayCents > 0}>
          {formatCents(dueTodayCents)}
        </Due>
        <Due term={newTotal(dayOf(firstChargeAt))}>{formatCents(monthlyCents)}/month</Due>
      </dl>
      <QuotedGroups zips={quote.zips} freeDays={0} lists={['trial', 'paid']} />
    </div>
  );
}

const dayOf = (instant: string | null) => (instant === null ? null : formatLongDay(new Date(instant)));

type AfterTrialProps = { quote: Quote; freeDays: number; isEmpty: boolean };

function AfterTrial({ quote, freeDays, isEmpty }: AfterTrialProps) {
  const { way, zips, monthlyCents, firstChargeAt, mostTrialZips } = quote;
  const price = `${formatCents(monthlyCents)}/month`;
  const count = zipCount(zips.length);
  if (way !== 'trial') {
    if (isEmpty) return null;
    return (
      <div className="grid gap-4">
        <dl>
          <Due term={afterTrial.termWithCard(count)}>{afterTrial.withCard(price, dayOf(firstChargeAt))}</Due>
        </dl>
        <QuotedGroups zips={zips} freeDays={freeDays} lists={['trial', 'paid']} />
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <dl className="grid gap-2">
        {!isEmpty && <Due term={afterTrial.term(count)}>{price}</Due>}
        <Due term="ZIP codes in your trial">
          {zips.length} of {mostTrialZips}
        </Due>
      </dl>
      {!isEmpty && <p className="text-sm text-pretty text-muted">{afterTrial.needsMethod}</p>}
    </div>
  );
}

function SetToEnd({ endsAt, isEmpty }: { endsAt: string; isEmpty: boolean }) {
  return (
    <NoticeBox tone="caution" title={setToEnd.title(formatLongDay(new Date(endsAt)))}>
      {isEmpty ? setToEnd.withoutOrder : setToEnd.withOrder}
    </NoticeBox>
  );
}

type TrialLimitProps = { overflow: TrialOverflow; order: Order };

function TrialLimit({ overflow: { most, room, beyond }, order }: TrialLimitProps) {
  return (
    <div role="status">
      <NoticeBox
        tone="caution"
        title={trialLimit.title(most)}
        actions={
          <>
            {room > 0 && (
              <Button size="sm" onClick={() => order.remove(...beyond)}>
                {trialLimit.keep(room)}
              </Button>
            )}
            <Button size="sm" onClick={openPaymentSetup}>
              Add Payment Method
            </Button>
          </>
        }
      >
        {trialLimit.remedy(beyond.length)}
      </NoticeBox>
    </div>
  );
}
