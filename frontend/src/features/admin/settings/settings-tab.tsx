import { type Setting, type SettingKey, settingTable } from '@closingwire/contracts/content';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../panel.tsx';
import { RowList } from '../row-list.tsx';
import { MailLog } from './logs/mail-log.tsx';
import { useWebhookTarget } from './logs/queries.ts';
import { WebhookLog } from './logs/webhook-log.tsx';
import { usePutSetting, useSettings } from './queries.ts';
import { ModeDialog, ModeSetting, SettingSwitch } from './setting-switches.tsx';
import { WebhookForm } from './webhook-form.tsx';

export default function SettingsTab() {
  const settings = useSettings();
  return (
    <Loaded query={settings} loading="Loading settings" failed="Settings could not be loaded">
      {data => {
        const valueFor = (key: SettingKey) => data.settings.find(setting => setting.key === key)?.value;
        const webhookUrl = valueFor('initial_scrape_webhook_url') ?? '';
        return (
          <div className="grid gap-6">
            <Panel title="Settings" text="They hold for the whole site from the moment they are saved.">
              <div className="grid gap-6 p-5">
                <WebhookForm key={webhookUrl} url={webhookUrl} />
                <ModeSetting value={valueFor('STRIPE_TEST_MODE')} />
                <SettingSwitch name="api_user_id_bearer" value={valueFor('api_user_id_bearer')} />
              </div>
            </Panel>
            <SettingList settings={data.settings} />
            <WebhookLog />
            <MailLog />
          </div>
        );
      }}
    </Loaded>
  );
}

const columns: Columns<Setting> = [
  { header: 'Setting', cell: ({ row }) => <SettingName setting={row.original} /> },
  { header: 'Value', cell: ({ row }) => <SettingValue setting={row.original} /> },
  {
    header: 'Description',
    cell: ({ row }) => <p className="min-w-56 max-w-96">{settingTable[row.original.key].meaning}</p>,
  },
  { header: 'Actions', cell: ({ row }) => <ResetSetting setting={row.original} /> },
];

const SettingList = ({ settings }: { settings: readonly Setting[] }) => (
  <Panel title="Current Settings" text="What holds now, set by an admin or by default.">
    <RowList
      caption="Current settings"
      columns={columns}
      rows={settings}
      keyOf={({ key }) => key}
      card={setting => (
        <>
          <SettingName setting={setting} />
          <SettingValue setting={setting} />
          <p className="text-muted">{settingTable[setting.key].meaning}</p>
          <ResetSetting setting={setting} />
        </>
      )}
      cardClassName="justify-items-start gap-3 p-5"
    />
  </Panel>
);

/** The title, and the key that operators and the API use. */
function SettingName({ setting: { key } }: { setting: Setting }) {
  return (
    <div className="wrap-anywhere">
      <p className="font-semibold">{settingTable[key].title}</p>
      <code className="text-xs text-muted">{key}</code>
    </div>
  );
}

/** The effective value. Catalog reports the webhook's default address, which the settings do not contain. */
function SettingValue({ setting }: { setting: Setting }) {
  const target = useWebhookTarget();
  const isAddress = setting.key === 'initial_scrape_webhook_url';
  const value = isAddress ? (target?.url ?? setting.value) : setting.value;
  return (
    <div className="grid min-w-40 justify-items-start gap-1.5">
      <span className="wrap-anywhere">{value || 'none: delivery is off'}</span>
      <Badge tone={setting.isDefault ? 'neutral' : 'positive'}>
        {setting.isDefault ? 'Default' : 'Set by an admin'}
      </Badge>
    </div>
  );
}

function ResetSetting({ setting }: { setting: Setting }) {
  const put = usePutSetting(setting.key);
  const [isAsking, setAsking] = useState(false);
  const isMode = setting.key === 'STRIPE_TEST_MODE' && setting.value === 'false';
  return (
    <>
      <Button
        size="sm"
        disabled={setting.isDefault || put.isPending}
        aria-label={`Back to default: ${settingTable[setting.key].title}`}
        onClick={() => (isMode ? setAsking(true) : put.mutate(null))}
      >
        Back to default
      </Button>
      {isAsking && (
        <ModeDialog to="test" onConfirm={() => put.mutate(null)} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
