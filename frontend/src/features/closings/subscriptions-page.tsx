import type { ListPeriod } from '@closingwire/contracts/leads';
import clsx from 'clsx';
import { Download, LifeBuoy, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { fetchFailed, periodTexts, subscriptionsHead } from './copy.ts';
import { ExclusivityNote } from './exclusivity/lazy-exclusivity.tsx';
import { useZipsWithLists } from './queries.ts';
import { useListExports } from './subscriptions/queries.ts';
import { SubscriptionTable } from './subscriptions/subscription-table.tsx';
import NoZips from './zips/no-zips.tsx';
import { RemoveZipDialog } from './zips/remove-zip-dialog.tsx';
import type { ZipWithList } from './zips/zip-status.ts';

const Offers = lazy(() => import('./offers/offers.tsx'));

/** The period in the URL; Weekly is the default. */
function usePeriod(): [ListPeriod, (period: ListPeriod) => void] {
  const [search, setSearch] = useSearchParams();
  const period = search.get('period') === 'daily' ? 'daily' : 'weekly';
  return [period, next => setSearch(next === 'weekly' ? {} : { period: next }, { replace: true })];
}

export default function SubscriptionsPage() {
  const [period, setPeriod] = usePeriod();
  const zipsWithLists = useZipsWithLists(period);
  const exports = useListExports();
  const lists = zipsWithLists.zips.flatMap(({ list }) => list ?? []);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6 px-4 py-10 sm:px-6">
      <PageHead {...subscriptionsHead} />
      <PageTitle
        title="Subscriptions"
        actions={
          <>
            <ButtonLink to="/help" tone="quiet">
              <LifeBuoy aria-hidden /> Help Center
            </ButtonLink>
            <Button
              disabled={lists.length === 0 || exports.isPending}
              onClick={() => exports.exportAll(lists)}
            >
              <Download aria-hidden /> {exports.isPending ? 'Exporting...' : 'Export All Lists'}
            </Button>
            <ButtonLink to="/zips" tone="accent">
              <Plus aria-hidden /> Add ZIP Codes
            </ButtonLink>
          </>
        }
      >
        The ZIP codes you receive and their lead lists.
      </PageTitle>
      <Suspense fallback={null}>
        <Offers />
      </Suspense>
      <div className="flex flex-wrap items-center gap-4">
        <PeriodToggle value={period} onChange={setPeriod} />
        <p className="text-sm text-muted">{periodTexts[period]}</p>
        <p role="status" className="text-sm text-muted">
          {exports.isPending && `${exports.rows.toLocaleString('en-US')} agent records read`}
        </p>
      </div>
      <Subscriptions {...zipsWithLists} exports={exports} />
    </div>
  );
}

type SubscriptionsProps = ReturnType<typeof useZipsWithLists> & {
  exports: ReturnType<typeof useListExports>;
};

function Subscriptions({ subscriptions, lists, zips, exports }: SubscriptionsProps) {
  const [leaving, setLeaving] = useState<ZipWithList | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  if (subscriptions.isError) {
    return (
      <Card>
        <FailedState title="Subscriptions could not be loaded" query={subscriptions} />
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden">
      {lists.isError && (
        <FailedState
          title="Lead lists could not be loaded"
          query={lists}
          fallback={fetchFailed.agentsOrLists}
        />
      )}
      <div ref={frame} tabIndex={-1}>
        {subscriptions.isPending || lists.isLoading ? (
          <Spinner className="w-full py-20" label="Loading subscriptions" />
        ) : zips.length === 0 ? (
          <NoZips title="No subscriptions yet" text="Choose your first ZIP code and its list appears here." />
        ) : (
          <>
            <SubscriptionTable
              rows={zips}
              isExporting={exports.isPending}
              onExport={exports.exportOne}
              onRemove={setLeaving}
            />
            <div className="min-h-11 border-t border-line px-5 py-3 text-sm text-muted">
              <Suspense fallback={null}>
                <ExclusivityNote />
              </Suspense>
            </div>
          </>
        )}
      </div>
      {leaving && (
        <RemoveZipDialog zip={leaving.subscription} onClose={() => setLeaving(null)} returnFocus={frame} />
      )}
    </Card>
  );
}

const periodLabels: Record<ListPeriod, string> = { daily: 'Daily', weekly: 'Weekly' };

type PeriodToggleProps = { value: ListPeriod; onChange: (period: ListPeriod) => void };

function PeriodToggle({ value, onChange }: PeriodToggleProps) {
  return (
    <fieldset aria-label="Period" className="flex rounded-lg border border-line-strong/70 p-0.5">
      {(['daily', 'weekly'] as const).map(period => (
        <button
          key={period}
          type="button"
          aria-pressed={value === period}
          onClick={() => onChange(period)}
          className={clsx(
            'h-8 rounded-md px-3 text-sm font-semibold',
            value === period ? 'bg-ink text-canvas' : 'text-muted hover:text-ink',
          )}
        >
          {periodLabels[period]}
        </button>
      ))}
    </fieldset>
  );
}
