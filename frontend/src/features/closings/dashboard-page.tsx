import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router-dom';
import { standingQuery } from '../../product/account.ts';
import { ButtonLink, buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FullPageSpinner } from '../../ui/spinner.tsx';
import { WhenSeen } from '../../ui/when-seen.tsx';
import { AccountCard } from './account/account-card.tsx';
import { accountState, closedBecause } from './account/account-state.ts';
import { head } from './copy.ts';
import { Closings } from './list/closings.tsx';
import { useZipsWithLists } from './queries.ts';
import { Today } from './today/today.tsx';
import { usePaymentReturn } from './use-payment-return.ts';
import type { ZipWithList } from './zips/zip-status.ts';
import { ZipStrip } from './zips/zip-strip.tsx';

const ListsClosed = lazy(() => import('./account/lists-closed.tsx'));
const Pictures = lazy(() => import('./pictures/pictures.tsx'));
const OwnLists = lazy(() => import('./files/own-lists.tsx'));
const Offers = lazy(() => import('./offers/offers.tsx'));
const NoZips = lazy(() => import('./zips/no-zips.tsx'));
const OwnMap = lazy(() => import('./pictures/own-map.tsx'));

export default function DashboardPage() {
  return (
    <NuqsAdapter>
      <PageHead {...head} />
      <Dashboard />
    </NuqsAdapter>
  );
}

function Dashboard() {
  usePaymentReturn();
  const standing = useQuery(standingQuery);
  const { subscriptions, zips } = useZipsWithLists();
  if (standing.isPending || subscriptions.isPending) return <FullPageSpinner />;
  if (standing.isError || subscriptions.isError) {
    return (
      <FailedState
        title="Your dashboard could not be loaded"
        query={{
          error: standing.error ?? subscriptions.error,
          refetch: () => Promise.all([standing.refetch(), subscriptions.refetch()]),
        }}
      />
    );
  }
  const now = new Date();
  const closed = closedBecause(standing.data, now);
  const mayOrder = closed === null && accountState(standing.data, now).kind !== 'setup';
  const isPaused = ({ subscription }: ZipWithList) => closed !== null && subscription.kind !== 'granted';
  const open = zips.filter(zip => !isPaused(zip));
  if (zips.length === 0 && mayOrder) return <Navigate to="/zips" replace />;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-8 px-4 py-10 sm:px-6">
      <PageTitle
        title="Welcome Back"
        actions={
          <ButtonLink to="/settings" state={{ part: 'morning-email' }}>
            <Bell aria-hidden /> Email Settings
          </ButtonLink>
        }
      >
        The closings of the last 7 days in your ZIP codes, updated daily.
      </PageTitle>
      {open.length > 0 && <Sections />}
      <Suspense fallback={null}>
        <Offers />
      </Suspense>
      {open.length > 0 && <Today zipCodes={open.map(({ subscription }) => subscription.zipCode.zipCode)} />}
      <AccountCard standing={standing.data} />
      {zips.length === 0 ? (
        <Card>
          <Suspense fallback={null}>
            <NoZips
              title="No ZIP codes yet"
              text="Choose your first ZIP code and its closings of the last 7 days appear here."
            />
          </Suspense>
        </Card>
      ) : (
        <ZipStrip zips={zips} isPaused={isPaused} />
      )}
      <Suspense fallback={null}>
        {closed && <ListsClosed because={closed} hasUnpaid={standing.data.unpaidZipCount !== 0} />}
      </Suspense>
      {open.length > 0 && (
        <>
          <div id="closings" className="scroll-mt-20">
            <Closings
              zipCodes={open.map(({ subscription }) => subscription.zipCode.zipCode)}
              isUpdating={open.some(zip => !zip.isReady)}
            />
          </div>
          <div id="my-lists" className="scroll-mt-20">
            <WhenSeen label="Loading your lists" className="min-h-px">
              <OwnLists />
            </WhenSeen>
          </div>
          <section id="charts" aria-labelledby="pictures-title" className="scroll-mt-20">
            <h2 id="pictures-title" className="mb-3 font-semibold">
              These Closings at a Glance
            </h2>
            <WhenSeen label="Loading charts" className="min-h-[38rem]">
              <Pictures />
            </WhenSeen>
          </section>
          <section id="map" aria-labelledby="map-title" className="scroll-mt-20">
            <h2 id="map-title" className="mb-3 font-semibold">
              Where They Are
            </h2>
            <WhenSeen label="Loading map" className="min-h-[35rem]">
              <OwnMap zips={open.map(({ subscription }) => subscription.zipCode)} />
            </WhenSeen>
          </section>
        </>
      )}
    </div>
  );
}

const sections = [
  ['#today', 'Today'],
  ['#closings', 'All closings'],
  ['#my-lists', 'My Lists'],
  ['#charts', 'Charts'],
  ['#map', 'Map'],
] as const;

/** Links to the parts of the page. */
function Sections() {
  return (
    <nav
      aria-label="Parts of this page"
      className="-mx-4 -my-4 flex gap-1 overflow-x-auto px-4 sm:mx-0 sm:px-0"
    >
      {sections.map(([target, name]) => (
        <a key={target} href={target} className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
          {name}
        </a>
      ))}
    </nav>
  );
}
