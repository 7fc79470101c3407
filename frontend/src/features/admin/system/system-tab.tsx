import { DatabaseBackup } from 'lucide-react';
import { formatExactInstant } from '../../../lib/dates.ts';
import { Ago } from '../../../ui/ago.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { BooksPanel } from '../books/books-panel.tsx';
import { Panel } from '../panel.tsx';
import { FreshnessPanel } from './freshness-panel.tsx';
import { GroupPanel } from './group-panel.tsx';
import { ProcessPanel } from './process-panel.tsx';
import { useSystemState } from './queries.ts';
import { ServerPanel, serversOf } from './server-panel.tsx';

/** The first page for an operator when a user reports a fault. */
export default function SystemTab() {
  const system = useSystemState();
  return (
    <div className="grid gap-6">
      <Loaded
        query={system}
        loading="Loading the state of the system"
        failed="The state of the system could not be loaded"
      >
        {state => (
          <>
            <ProcessPanel processes={state.processes} />
            <ServerPanel servers={serversOf(state)} />
            <GroupPanel groups={state.groups} />
            <BackupPanel lastBackup={state.lastBackup} />
          </>
        )}
      </Loaded>
      <BooksPanel />
      <FreshnessPanel />
    </div>
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
