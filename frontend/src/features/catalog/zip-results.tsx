import { MapPinOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { noMatch } from './copy.ts';
import { FiguresFailure } from './figures/lazy-figures.tsx';
import { useSubscribedZipsFailure, type useZips } from './queries.ts';
import type { Order } from './use-order.ts';
import type { ZipFilterState } from './use-zip-filter.ts';
import { ZipTable } from './zip-table.tsx';

const OwnZipsFailure = lazy(() => import('./own-zips-failure.tsx'));

type ZipResultsProps = {
  zips: ReturnType<typeof useZips>;
  filter: ZipFilterState;
  chosen: ReadonlySet<string>;
  subscribed: ReadonlySet<string>;
  /** The price of a ZIP as text; empty while unknown. */
  price: string;
  order: Order;
};

const shownText = (shown: number, total: number | undefined) =>
  `Showing ${shown.toLocaleString('en-US')}${total === undefined ? '' : ` of ${total.toLocaleString('en-US')}`}`;

/** The loaded part of the catalog: pending, failed, empty, or rows with a button for more. */
export function ZipResults({ zips, filter, ...rest }: ZipResultsProps) {
  const own = useSubscribedZipsFailure();
  if (zips.isPending || (zips.isPlaceholderData && zips.data.pages[0]?.zipCodes.length === 0)) {
    return (
      <Card className="grid place-items-center py-20">
        <Spinner label="Loading ZIP codes" />
      </Card>
    );
  }
  if (zips.isError) {
    return (
      <Card>
        <FailedState title="ZIP codes could not be loaded" query={zips} />
      </Card>
    );
  }
  const rows = zips.data.pages.flatMap(page => page.zipCodes);
  const total = zips.data.pages[0]?.total;
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={MapPinOff} title={filter.search ? noMatch(filter.search) : 'No ZIP codes here'}>
          Try another part of the ZIP code or city, or another state.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card id="zip-list" className="overflow-hidden" aria-busy={zips.isPlaceholderData}>
      {own.hasFailed && (
        <Suspense fallback={null}>
          <OwnZipsFailure onRetry={own.retry} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <FiguresFailure zipCodes={rows.map(({ zipCode }) => zipCode)} />
      </Suspense>
      <div className="@container">
        <ZipTable rows={rows} {...rest} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3.5">
        <p className="text-sm text-muted" role="status">
          {zips.isPlaceholderData ? 'Loading ZIP codes' : shownText(rows.length, total)}
        </p>
        {zips.hasNextPage && (
          <Button onClick={() => zips.fetchNextPage()} disabled={zips.isFetchingNextPage}>
            {zips.isFetchingNextPage ? 'Loading...' : 'Load More'}
          </Button>
        )}
      </div>
    </Card>
  );
}
