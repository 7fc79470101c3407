import { DatabaseBackup } from 'lucide-react';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Ago } from '../../../ui/ago.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { BooksPanel } from '../books/books-panel.tsx';
import { Panel } from '../panel.tsx';
import { GroupPanel } from './group-panel.tsx';
import { IngestionPanels } from './ingestion-panels.tsx';
import { ProcessPanel } from './process-panel.tsx';
import { useSystemState } from './queries.ts';
import { ServerPanel } from './server-panel.tsx';
import { serversOf } from './servers.ts';

/** The first page for an operator when a user reports a fault. */
export default function SystemTab() {
  return (
    <div className="grid gap-6">
      <RunningSystem />
      <BooksPanel />
      <IngestionPanels />
    </div>
  );
}

function RunningSystem() {
  const system = useSystemState();
  if (system.isPending) return <Spinner className="w-full py-20" label="Loading the state of the system" />;
  if (system.isError) {
    return (
      <FailedState
        title="The state of the system could not be loaded"
        error={system.error}
        onRetry={() => system.refetch()}
      />
    );
  }
  const { processes, groups, lastBackup } = system.data;
  return (
    <>
      <ProcessPanel processes={processes} />
      <ServerPanel servers={serversOf(system.data)} />
      <GroupPanel groups={groups} />
      <BackupPanel lastBackup={lastBackup} />
    </>
  );
}

const MB = 1_000_000;

function BackupPanel({ lastBackup }: { lastBackup: { takenAt: string; bytes: number } | null }) {
  return (
    <Panel title="Last backup" text="All data of one moment.">
      {lastBackup ? (
        <p className="px-5 py-4 text-sm">
          <span className="font-semibold">
            <Ago instant={lastBackup.takenAt} />
          </span>
          <span className="text-muted">
            , {formatExactInstant(lastBackup.takenAt)},{' '}
            {Math.ceil(lastBackup.bytes / MB).toLocaleString('en-US')} MB
          </span>
        </p>
      ) : (
        <EmptyState level="h3" icon={DatabaseBackup} title="No backup was taken yet" />
      )}
    </Panel>
  );
}
