import { Download, LifeBuoy, MapPinned, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { subscriptionsHead } from './copy.ts';
import { PeriodToggle } from './subscriptions/period-toggle.tsx';
import { useListExports, useSubscriptionRows } from './subscriptions/queries.ts';
import { SubscriptionTable } from './subscriptions/subscription-table.tsx';

export default function SubscriptionsPage() {
  const [search, setSearch] = useSearchParams();
  const period = search.get('period') === 'daily' ? 'daily' : 'weekly';
  const { subscriptions, isPending, rows } = useSubscriptionRows(period);
  const exports = useListExports();
  const ready = rows.filter(row => row.isReady).map(row => row.subscription.zipCode.zipCode);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6 px-4 py-10 sm:px-6">
      <PageHead {...subscriptionsHead} />
      <PageTitle
        title="Subscriptions"
        actions={
          <>
            <Button
              disabled={ready.length === 0 || exports.isPending}
              onClick={() => exports.exportAll(ready)}
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
      <div className="justify-self-start">
        <PeriodToggle
          value={period}
          onChange={next => setSearch(next === 'weekly' ? {} : { period: next }, { replace: true })}
        />
      </div>
      <Card className="overflow-hidden">
        {isPending ? (
          <Spinner className="w-full py-20" label="Loading subscriptions" />
        ) : subscriptions.isError ? (
          <FailedState
            title="Subscriptions could not be loaded"
            error={subscriptions.error}
            onRetry={() => subscriptions.refetch()}
          />
        ) : rows.length === 0 ? (
          <NoSubscriptions />
        ) : (
          <SubscriptionTable rows={rows} isExporting={exports.isPending} onExport={exports.exportOne} />
        )}
      </Card>
    </div>
  );
}

function NoSubscriptions() {
  return (
    <EmptyState
      icon={MapPinned}
      title="No subscriptions yet"
      actions={
        <>
          <ButtonLink to="/zips" tone="accent">
            Browse ZIP Codes
          </ButtonLink>
          <ButtonLink to="/help">
            <LifeBuoy aria-hidden /> Help Center
          </ButtonLink>
        </>
      }
    >
      Choose your first ZIP code and its list appears here.
    </EmptyState>
  );
}
