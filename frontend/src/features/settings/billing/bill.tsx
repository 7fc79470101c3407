import type { BillingOverview, CardOnFile, ProviderReading } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatLongDay } from '../../../lib/dates.ts';
import { useBillingPortal } from '../../../product/billing-portal.ts';
import { openPaymentSetup } from '../../../product/payment-gate.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { FailedRows, LoadingRows } from '../row-states.tsx';
import { Invoices } from './invoices.tsx';
import { planOf } from './plan.ts';
import { overviewQuery } from './queries.ts';

/** The user's bill. It shows no amount before the reply, nor one that a failed reply could have changed. */
export default function Bill() {
  const overview = useQuery(overviewQuery);
  if (overview.isError) return <FailedRows title="Your bill could not be loaded" query={overview} />;
  if (overview.isPending) return <LoadingRows label="Loading your bill" />;
  return <Rows overview={overview.data} onRetry={() => overview.refetch()} />;
}

type RowsProps = { overview: BillingOverview; onRetry: () => unknown };

function Rows({ overview, onRetry }: RowsProps) {
  const { standing, provider } = overview;
  const { text, ...look } = planOf(standing, new Date());
  return (
    <div className="grid gap-6">
      {!provider && (
        <NoticeBox
          tone="caution"
          title="Our payment provider does not answer"
          actions={
            <Button size="sm" onClick={onRetry}>
              Ask again
            </Button>
          }
        >
          Your card, your next charge and your invoices are missing here. Nothing else is affected.
        </NoticeBox>
      )}
      <dl className="grid gap-4">
        <Row term="Plan">
          <StateBadge {...look} />
          <span className="text-sm text-muted">{text}</span>
        </Row>
        <Row term="ZIP codes">
          <Price overview={overview} />
        </Row>
        {provider && (
          <Row term="Next charge">
            <NextCharge provider={provider} />
          </Row>
        )}
        {provider && (
          <Row term="Card">
            <Card card={provider.card} overview={overview} />
          </Row>
        )}
      </dl>
      {provider && <Invoices provider={provider} />}
      <Cancel {...overview} />
    </div>
  );
}

const dayOf = (instant: string) => formatLongDay(new Date(instant));

type RowProps = { term: string; children: ReactNode };

function Row({ term, children }: RowProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Returns when the price begins to count; empty if it is paid now. */
function priceNote({ paymentState, trialExpired, endsAt }: BillingOverview['standing']): string {
  if (endsAt) return `${paymentState === 'trialing' ? 'free until' : 'until'} ${dayOf(endsAt)}, then nothing`;
  if (paymentState === 'trialing') return 'after your free trial';
  if (paymentState === 'none' && !trialExpired) return 'after your free trial, if you add a card';
  return paymentState === 'none' || paymentState === 'ended' ? 'if you pay for them' : '';
}

function Price({
  overview: { zipCount, centsPerZip, monthlyCents, standing },
}: {
  overview: BillingOverview;
}) {
  const granted = standing.grantedZipCount;
  if (zipCount === 0 && granted === 0) return <>None yet</>;
  return (
    <>
      {zipCount > 0 && (
        <>
          <span className="font-medium">
            {zipCount} × {formatCents(centsPerZip)} = {formatCents(monthlyCents)} a month
          </span>
          <span className="text-sm text-muted">{priceNote(standing)}</span>
        </>
      )}
      {granted > 0 && (
        <span className="text-sm text-muted">
          {zipCount > 0 && 'and '}
          {granted} from an administrator, free of charge
        </span>
      )}
    </>
  );
}

function NextCharge({ provider: { nextCharge, creditCents } }: { provider: ProviderReading }) {
  const credit = creditCents > 0 && (
    <span className="text-sm text-muted">
      You have a credit of {formatCents(creditCents)}. Your next invoices use it.
    </span>
  );
  if (!nextCharge) return <>None scheduled {credit}</>;
  const day = dayOf(nextCharge.at);
  return (
    <>
      <span className="font-medium">
        {nextCharge.cents === null ? 'An amount that we do not know' : formatCents(nextCharge.cents)} on {day}
      </span>
      {nextCharge.isRetry && <span className="text-sm text-muted">for the payment that failed</span>}
      {credit}
    </>
  );
}

/** The provider writes brands in lower case, some with underscores. */
const brandName = (brand: string) =>
  brand
    .split('_')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

type CardProps = { card: CardOnFile | null; overview: BillingOverview };

function Card({ card, overview: { zipCount, standing } }: CardProps) {
  const portal = useBillingPortal();
  const change = (
    <Button size="sm" onClick={() => portal.mutate()} disabled={portal.isPending}>
      Change card
    </Button>
  );
  if (card) {
    const expiry = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
    return (
      <>
        <span className="font-medium">
          {brandName(card.brand)} ending in {card.last4}
        </span>
        <span className="text-sm text-muted">expires {expiry}</span>
        {change}
      </>
    );
  }
  if (standing.hasActivePayment) return <>A payment method without a card {change}</>;
  if (zipCount === 0) return <>None. You add one when you pay for your first ZIP code.</>;
  return (
    <>
      None
      <Button size="sm" tone="accent" onClick={openPaymentSetup}>
        Add card
      </Button>
    </>
  );
}

function endText({ paymentState, endsAt }: BillingOverview['standing']): string {
  if (endsAt)
    return `Your subscription ends on ${dayOf(endsAt)}. To keep it, order a ZIP code or open the billing portal.`;
  const isCharged = paymentState === 'active' || paymentState === 'trialing' || paymentState === 'past_due';
  return isCharged
    ? 'To end the whole subscription, open the billing portal. It shows when the end takes effect.'
    : 'You have no subscription now, so there is nothing to cancel.';
}

/** The ways to stop paying; each exists elsewhere. */
function Cancel({ zipCount, standing }: BillingOverview) {
  const portal = useBillingPortal();
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <h3 className="font-semibold">Stop paying</h3>
      <p className="text-sm text-muted">
        {zipCount > 0 && (
          <>
            To stop one ZIP code, remove it on your <TextLink to="/dashboard">dashboard</TextLink>.{' '}
          </>
        )}
        {endText(standing)}
      </p>
      <Button className="justify-self-start" onClick={() => portal.mutate()} disabled={portal.isPending}>
        Open the billing portal
      </Button>
    </div>
  );
}
