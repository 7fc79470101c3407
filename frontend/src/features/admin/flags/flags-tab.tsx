import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { Flag } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { pageOf } from '../../../lib/page-of.ts';
import { pageParser } from '../../../lib/page-parser.ts';
import type { Pages } from '../../../lib/use-existing-page.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
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
      status={listText(flags, 'Loading lead flags', ({ pending }) =>
        pending === undefined ? undefined : `${pending.toLocaleString('en-US')} pending`,
      )}
    >
      <Loaded query={flags} loading="Loading lead flags" failed="Lead flags could not be loaded">
        {data => (
          <FlagList
            {...pageOf(data.leadFlags, data.total, page, PAGE_SIZE)}
            page={page}
            onPage={shown => void setPage(shown)}
            isBusy={flags.isPlaceholderData}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function FlagList({ rows, ...pages }: Pages & { rows: readonly LeadFlag[] }) {
  if (rows.length === 0 && pages.page === 1) {
    return <EmptyState level="h3" icon={Flag} title="No lead flags submitted" />;
  }
  return (
    <>
      {rows.length > 0 ? (
        <DataTable caption="Lead flags" columns={flagColumns} rows={rows} />
      ) : (
        <Spinner className="w-full py-20" label="Loading lead flags" />
      )}
      <PageFooter {...pages} />
    </>
  );
}
