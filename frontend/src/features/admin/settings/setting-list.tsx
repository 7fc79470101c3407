import { type Setting, settingTable } from '@closingwire/contracts/content-api';
import { createColumnHelper } from '@tanstack/react-table';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable, type plainTable } from '../../../ui/data-table.tsx';
import { Panel } from '../panel.tsx';
import { useWebhookTarget } from './logs/queries.ts';
import { usePutSetting } from './queries.ts';

const helper = createColumnHelper<typeof plainTable, Setting>();

const columns = helper.columns([
  helper.accessor('key', {
    header: 'Setting',
    cell: ({ getValue }) => <code className="font-semibold">{getValue()}</code>,
  }),
  helper.accessor('value', {
    header: 'Value',
    cell: ({ row }) => (
      <div className="grid min-w-40 justify-items-start gap-1.5">
        <EffectiveValue setting={row.original} />
        <Badge tone={row.original.isDefault ? 'neutral' : 'positive'}>
          {row.original.isDefault ? 'Default' : 'Set by an admin'}
        </Badge>
      </div>
    ),
  }),
  helper.display({
    id: 'meaning',
    header: 'Description',
    cell: ({ row }) => <p className="min-w-56 max-w-96">{settingTable[row.original.key].meaning}</p>,
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <ResetButton setting={row.original} />,
  }),
]);

/** What holds now; the installation's own address is known to the service that posts to it. */
function EffectiveValue({ setting }: { setting: Setting }) {
  const target = useWebhookTarget();
  const isAddress = setting.key === 'initial_scrape_webhook_url';
  const value = isAddress ? (target?.url ?? setting.value) : setting.value;
  return <span className="wrap-anywhere">{value || 'none: delivery is off'}</span>;
}

function ResetButton({ setting }: { setting: Setting }) {
  const put = usePutSetting(setting.key);
  return (
    <Button
      size="sm"
      disabled={setting.isDefault || put.isPending}
      aria-label={`Back to default: ${setting.key}`}
      onClick={() => put.mutate(null)}
    >
      Back to default
    </Button>
  );
}

export function SettingList({ settings }: { settings: readonly Setting[] }) {
  return (
    <Panel title="Current Settings" text="What holds now, set by an admin or by default.">
      <DataTable caption="Current settings" columns={columns} rows={settings} />
    </Panel>
  );
}
