import type { Setting } from '@closingwire/contracts/content-api';
import { createColumnHelper } from '@tanstack/react-table';
import { SlidersHorizontal } from 'lucide-react';
import { DataTable, type plainTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../panel.tsx';

const helper = createColumnHelper<typeof plainTable, Setting>();

const columns = helper.columns([
  helper.accessor('key', {
    header: 'Setting',
    cell: ({ getValue }) => <code className="font-semibold">{getValue()}</code>,
  }),
  helper.accessor('value', {
    header: 'Value',
    cell: ({ getValue }) => <span className="wrap-anywhere">{getValue() || '(empty)'}</span>,
  }),
  helper.accessor('description', { header: 'Description', cell: ({ getValue }) => getValue() || '–' }),
]);

export function SettingList({ settings }: { settings: readonly Setting[] }) {
  return (
    <Panel title="Current Settings" text="What was set by hand; all else has its default.">
      {settings.length === 0 ? (
        <EmptyState level="h3" icon={SlidersHorizontal} title="Nothing was set yet" />
      ) : (
        <DataTable caption="Current settings" columns={columns} rows={settings} />
      )}
    </Panel>
  );
}
