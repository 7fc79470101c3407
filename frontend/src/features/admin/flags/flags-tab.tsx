import { Flag } from 'lucide-react';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Panel } from '../panel.tsx';
import { flagColumns } from './flag-columns.tsx';
import { useFlags } from './queries.ts';

/** Leads that subscribers have reported as wrong. */
export default function FlagsTab() {
  const flags = useFlags();
  const pending = flags.data?.leadFlags.filter(({ status }) => status === 'pending').length;
  return (
    <Panel
      title="Lead Flags"
      text={<span role="status">{pending === undefined ? 'Loading lead flags' : `${pending} pending`}</span>}
    >
      <FlagList flags={flags} />
    </Panel>
  );
}

function FlagList({ flags }: { flags: ReturnType<typeof useFlags> }) {
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
  if (flags.data.leadFlags.length === 0) {
    return <EmptyState level="h3" icon={Flag} title="No lead flags submitted" />;
  }
  return <DataTable caption="Lead flags" columns={flagColumns} rows={flags.data.leadFlags} />;
}
