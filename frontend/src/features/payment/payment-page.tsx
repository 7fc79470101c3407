import { Ban, CreditCard } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { pricePerZip } from '../../product/price-per-zip.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CardOnPage } from './card-on-page.tsx';
import { isClientSecret } from './client-secret.ts';
import { head, invalidAccess, statedPrice } from './copy.ts';
import { DueLines } from './due-lines.tsx';

/** Confirms a card or payment by the client secret in the URL. */
export default function PaymentPage() {
  const [search] = useSearchParams();
  const secret = search.get('client_secret') ?? '';
  return (
    <div className="mx-auto max-w-5xl px-4 py-10 sm:px-6">
      <PageHead {...head} />
      {isClientSecret(secret) ? <Payment clientSecret={secret} /> : <InvalidAccess />}
    </div>
  );
}

function Payment({ clientSecret }: { clientSecret: string }) {
  return (
    <>
      <PageTitle kicker="Payment" title="Complete Your Subscription">
        Lead subscription, {statedPrice}. You are charged for your own ZIP codes only, {pricePerZip} a month
        for each, as stated here.
      </PageTitle>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Card className="order-2 min-w-0 p-5 sm:p-7 lg:order-1">
          <h2 className="mb-5 flex items-center gap-2 text-lg font-semibold">
            <CreditCard aria-hidden className="size-5 text-accent-deep" /> Your card
          </h2>
          <CardOnPage clientSecret={clientSecret} />
        </Card>
        <Card className="order-1 grid min-w-0 gap-5 p-5 sm:p-6 lg:order-2 lg:sticky lg:top-24">
          <h2 className="text-lg font-semibold">What you pay</h2>
          <DueLines clientSecret={clientSecret} />
          <p className="border-t border-line pt-4 text-sm text-muted">
            No setup fees, cancel anytime. Other ZIP codes?{' '}
            <TextLink to="/catalog">Back to the catalog</TextLink>
          </p>
        </Card>
      </div>
    </>
  );
}

function InvalidAccess() {
  useEffect(() => notify({ ...invalidAccess, tone: 'danger' }), []);
  return (
    <Card>
      <EmptyState
        level="h1"
        icon={Ban}
        title={invalidAccess.title}
        className="py-20"
        actions={
          <>
            <ButtonLink to="/catalog" tone="accent">
              Browse ZIP Codes
            </ButtonLink>
            <ButtonLink to="/dashboard">Dashboard</ButtonLink>
          </>
        }
      >
        {invalidAccess.description}
      </EmptyState>
    </Card>
  );
}
