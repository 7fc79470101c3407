import { Plus, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { pageOf } from '../../../lib/page-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { SearchBox } from '../search-box.tsx';
import { useSearchFilter } from '../use-search-filter.ts';
import { chargedPrice, valueSum } from './copy.ts';
import { PAGE_SIZE, useZips } from './queries.ts';
import { ZipRows } from './zip-rows.tsx';

const AddZipDialog = lazy(() => import('./add-zip-dialog.tsx'));
const ImportDialog = lazy(() => import('./import/import-dialog.tsx'));

export default function ZipsTab() {
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const filter = useSearchFilter();
  const zips = useZips(filter);
  const close = () => setOpen(null);
  return (
    <Panel
      title="ZIP Code Management"
      status={listText(zips, 'Loading ZIP codes', ({ total }) => countText(total, filter.q))}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('import')}>
            <Upload aria-hidden /> Import CSV
          </Button>
          <Button tone="accent" onClick={() => setOpen('add')}>
            <Plus aria-hidden /> Add ZIP Code
          </Button>
        </div>
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b border-line px-5 py-4">
        <SearchBox
          label="Search ZIP codes"
          placeholder="ZIP code, city, state or industry"
          text={filter.text}
          onText={filter.setText}
        />
        <ValueSum available={zips.data?.available} />
      </div>
      <Loaded query={zips} loading="Loading ZIP codes" failed="ZIP codes could not be loaded">
        {({ zipCodes, total }) => {
          const { rows, totalPages } = pageOf(zipCodes, total, filter.page, PAGE_SIZE);
          return (
            <>
              <ZipRows zips={rows} filter={filter} isStale={zips.isPlaceholderData} />
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-3.5">
                <p className="text-xs text-muted">
                  Every ZIP code is charged at {chargedPrice}. The price note is for admins and is charged
                  nowhere.
                </p>
                <PageButtons
                  page={filter.page}
                  totalPages={totalPages}
                  onPage={filter.goTo}
                  isBusy={zips.isPlaceholderData}
                />
              </div>
            </>
          );
        }}
      </Loaded>
      <Suspense fallback={null}>
        {open === 'add' && <AddZipDialog onClose={close} />}
        {open === 'import' && <ImportDialog onClose={close} />}
      </Suspense>
    </Panel>
  );
}

function countText(total: number | undefined, q: string): string | undefined {
  if (total === undefined) return undefined;
  const count = `${total.toLocaleString('en-US')} ZIP ${total === 1 ? 'code' : 'codes'}`;
  return q === '' ? count : `${count} matching "${q}"`;
}

/** The monthly value of the search's available ZIPs. */
function ValueSum({ available }: { available: number | undefined }) {
  const facts = [
    { term: 'Available', fact: available?.toLocaleString('en-US') },
    { term: 'Filtered value', fact: available === undefined ? undefined : valueSum(available) },
  ];
  return (
    <dl className="flex gap-8 text-sm">
      {facts.map(({ term, fact }) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="text-lg font-semibold">{fact ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
