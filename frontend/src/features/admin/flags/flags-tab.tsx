import { Flag } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { pageOf } from '../../../lib/page-of.ts';
import { pageParser } from '../../../lib/page-parser.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { flagColumns } from './flag-columns.tsx';
import { PAGE_SIZE, useFlags } from './queries.ts';

export default function FlagsTab() {
  const [page, setPage] = useQueryState('page', pageParser);
  const flags = useFlags(page);
  return (
    <Panel
      title="Lead Flags"
      text={
        <span role="status">
          {listText(flags, 'Loading lead flags', ({ pending }) =>
            pending === undefined ? undefined : `${pending.toLocaleString('en-US')} pending`,
          )}
        </span>
      }
    >
      <FlagList flags={flags} page={page} onPage={shown => void setPage(shown)} />
    </Panel>
  );
}

type FlagListProps = { flags: ReturnType<typeof useFlags>; page: number; onPage: (page: number) => void };

function FlagList({ flags, page, onPage }: FlagListProps) {
  if (flags.isPending) return <Spinner className="w-full py-20" label="Loading lead flags" />;
  if (flags.isError) {
    return (
      <FailedState
        title="Lead flags could not be loaded"
        error={flags.error}
        onRetry={() => flags.refetch()}
      />
    );
  }
  const { leadFlags, total } = flags.data;
  const { rows, totalPages } = pageOf(leadFlags, total, page, PAGE_SIZE);
  if (page > 1 && page > totalPages) return <LastPage page={Math.max(1, totalPages)} onPage={onPage} />;
  if (leadFlags.length === 0) {
    return <EmptyState level="h3" icon={Flag} title="No lead flags submitted" />;
  }
  return (
    <>
      <DataTable caption="Lead flags" columns={flagColumns} rows={rows} />
      <PageFooter page={page} totalPages={totalPages} onPage={onPage} isBusy={flags.isPlaceholderData} />
    </>
  );
}

/** The URL may name a page after the last. */
function LastPage({ page, onPage }: Pick<FlagListProps, 'page' | 'onPage'>) {
  useEffect(() => onPage(page), [page, onPage]);
  return <Spinner className="w-full py-20" label="Loading lead flags" />;
}
