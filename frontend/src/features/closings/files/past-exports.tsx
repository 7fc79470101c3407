import type { KeptExport } from '@closingwire/contracts/exports';
import { useState } from 'react';
import { Ago } from '../../../ui/ago.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { filterText, kindText, sizeText } from './file-words.ts';
import { useExportAgain, useExports } from './past-export-queries.ts';

/** The account's earlier exports, each to download again. */
export function PastExports() {
  const [page, setPage] = useState(1);
  const exports = useExports(page);
  return (
    <section aria-labelledby="past-exports">
      <h3 id="past-exports" className="text-sm font-semibold">
        Past exports
      </h3>
      {exports.isPending && <Spinner className="w-full py-6" label="Loading past exports" />}
      {exports.isError && <FailedState title="Past exports could not be loaded" query={exports} />}
      {exports.data?.total === 0 && (
        <p className="mt-1 text-sm text-muted">
          Your exports appear here. You can download each again for 90 days.
        </p>
      )}
      {exports.data && exports.data.total > 0 && (
        <>
          <ul aria-labelledby="past-exports" className="mt-2 divide-y divide-line">
            {exports.data.exports.map(each => (
              <PastExport key={each.id} kept={each} />
            ))}
          </ul>
          <div className="flex justify-end pt-2">
            <Pagination
              page={page}
              totalPages={exports.data.totalPages}
              onPage={setPage}
              isBusy={exports.isPlaceholderData}
            />
          </div>
        </>
      )}
    </section>
  );
}

function PastExport({ kept }: { kept: KeptExport }) {
  const again = useExportAgain();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2.5 text-sm">
      <div className="min-w-0">
        <p className="font-medium">
          <Ago instant={kept.madeAt} />: {sizeText(kept)}
        </p>
        <p className="text-muted">
          {kindText(kept)}; {filterText(kept)}
        </p>
      </div>
      <Button size="sm" disabled={!kept.isAvailable || again.isPending} onClick={() => again.mutate(kept)}>
        {kept.isAvailable ? 'Download again' : 'Too old'}
      </Button>
    </li>
  );
}
