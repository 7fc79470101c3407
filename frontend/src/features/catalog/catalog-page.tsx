import { states, statesAndDc } from '@closingwire/contracts/reference';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { lazy, Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { useSession } from '../../product/session.ts';
import { Field } from '../../ui/field.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { head, trialLimit, welcome } from './copy.ts';
import { MapPanel } from './map-panel.tsx';
import { priceText, purchaseLabel } from './offer.ts';
import { trialOverflow } from './order.ts';
import { OrderBar } from './order-bar.tsx';
import { OrderCard } from './order-card.tsx';
import { PasteButton } from './paste/paste-button.tsx';
import { useOffer, useOrderQuote, useSubscribedZips, useZips } from './queries.ts';
import { suggestedZips } from './suggested-zips.ts';
import { useOrder } from './use-order.ts';
import { useZipFilter } from './use-zip-filter.ts';
import { WaitsPanel } from './waits/lazy-waits.tsx';
import { ZipResults } from './zip-results.tsx';
import { ZipSearch } from './zip-search.tsx';

export default function CatalogPage() {
  return (
    <NuqsAdapter>
      <PageHead {...head} />
      <Catalog />
    </NuqsAdapter>
  );
}

const none: ReadonlySet<string> = new Set();

function Catalog() {
  useWelcome();
  const order = useOrder();
  const received = useSubscribedZips();
  const quote = useOrderQuote(order);
  const offer = useOffer(order, quote, received);
  const overflow = trialOverflow(order.items, quote.data);
  const subscribed = received ?? none;
  const filter = useZipFilter();
  const zips = useZips({ state: filter.state, search: filter.search });
  const chosen = new Set(order.items.map(({ id }) => id));
  const suggestions = suggestedZips(zips.data?.pages[0]?.zipCodes ?? [], { chosen, subscribed });
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
      <PageTitle kicker="ZIP Code Catalog" title="Choose Your ZIP Codes">
        Agents who closed a sale there in the last 7 days, updated daily. One company per industry in each ZIP
        code.
      </PageTitle>
      <CompanyQuestion />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
        <section aria-label="ZIP codes" className="grid min-w-0 gap-5">
          <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
            <StateSelect value={filter.state} onChange={filter.setState} />
            <ZipSearch
              text={filter.text}
              query={filter.search}
              isDisabled={!filter.state}
              isSettled={!zips.isPlaceholderData && !zips.isPending}
              suggestions={suggestions}
              onText={filter.setText}
              onPick={order.add}
            />
          </div>
          <PasteButton order={order} />
          <Suspense fallback={null}>
            <WaitsPanel order={order} subscribed={subscribed} />
          </Suspense>
          {filter.search && (
            <Suspense fallback={null}>
              <AreaBar filter={filter} order={order} />
            </Suspense>
          )}
          {filter.state && (
            <MapPanel
              key={filter.state}
              filter={filter}
              chosen={chosen}
              subscribed={subscribed}
              order={order}
            />
          )}
          <ZipResults
            zips={zips}
            filter={filter}
            chosen={chosen}
            subscribed={subscribed}
            price={priceText(offer, 1)}
            order={order}
          />
        </section>
        <OrderCard order={order} quote={quote} offer={offer} />
      </div>
      <OrderBar order={order} action={overflow ? trialLimit.bar(overflow.most) : purchaseLabel(offer)} />
    </div>
  );
}

/** Lazy: only a search needs it. */
const AreaBar = lazy(() => import('./area/area-bar.tsx'));

/** Lazy: users who registered on the site have given it there. */
const CompanyForm = lazy(() => import('./company-form.tsx'));

/** Asks users without an industry for it before their first order. */
export function CompanyQuestion() {
  const { user } = useSession();
  if (user?.industry !== '') return null;
  return (
    <Suspense fallback={null}>
      <CompanyForm user={user} />
    </Suspense>
  );
}

const WELCOME_DURATION_MS = 8000;

/** Welcomes users from the confirmation email once, then removes the parameter from the URL. */
export function useWelcome(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isWelcome = search.get('welcome') === 'true';
  useEffect(() => {
    if (!isWelcome) return;
    notify({ ...welcome, tone: 'positive', durationMs: WELCOME_DURATION_MS });
    navigate(head.path, { replace: true });
  }, [isWelcome, navigate]);
}

/** The list has the 50 states; a search that names Washington adds DC while it lasts. */
const offeredStates = (value: string) => Object.entries(value === 'DC' ? statesAndDc : states);

export function StateSelect({ value, onChange }: { value: string; onChange: (state: string) => void }) {
  return (
    <Field label="State">
      {control => (
        <NativeSelect {...control} value={value} onChange={event => onChange(event.target.value)}>
          <option value="">All states</option>
          {offeredStates(value).map(([code, name]) => (
            <option key={code} value={code}>
              {code} · {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
