import { type Setting, settingTable } from '@closingwire/contracts/content';
import { useId } from 'react';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Panel } from '../panel.tsx';
import type { SwitchKey } from './copy.ts';
import { MailLog } from './logs/mail-log.tsx';
import { WebhookLog } from './logs/webhook-log.tsx';
import { usePutSetting, useSettings } from './queries.ts';
import { SettingList } from './setting-list.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The settings of the whole site. */
export default function SettingsTab() {
  const settings = useSettings();
  if (settings.isPending) return <Spinner className="w-full py-20" label="Loading settings" />;
  if (settings.isError) {
    return (
      <FailedState
        title="Settings could not be loaded"
        error={settings.error}
        onRetry={() => settings.refetch()}
      />
    );
  }
  return <Settings settings={settings.data.settings} />;
}

function Settings({ settings }: { settings: readonly Setting[] }) {
  const holding = (key: Setting['key']) => settings.find(setting => setting.key === key)?.value;
  const webhookUrl = holding('initial_scrape_webhook_url') ?? '';
  return (
    <div className="grid gap-6">
      <Panel title="Settings" text="They hold for the whole site from the moment they are saved.">
        <div className="grid gap-6 p-5">
          <WebhookForm key={webhookUrl} url={webhookUrl} />
          <SettingSwitch name="STRIPE_TEST_MODE" value={holding('STRIPE_TEST_MODE')} />
          <SettingSwitch name="api_user_id_bearer" value={holding('api_user_id_bearer')} />
        </div>
      </Panel>
      <SettingList settings={settings} />
      <WebhookLog />
      <MailLog />
    </div>
  );
}

/** A setting that is on unless it was switched off. It shows the change at once, and takes it back when it fails. */
export function SettingSwitch({ name, value }: { name: SwitchKey; value: string | undefined }) {
  const id = useId();
  const put = usePutSetting(name);
  const shown = put.isPending ? (put.variables ?? settingTable[name].defaultValue) : value;
  return (
    <div className="flex items-center justify-between gap-6">
      <label htmlFor={id} className="grid gap-0.5">
        <span className="text-sm font-medium">{settingTable[name].title}</span>
        <span className="text-sm text-muted">{settingTable[name].meaning}</span>
      </label>
      <Switch
        id={id}
        checked={shown !== 'false'}
        onCheckedChange={isOn => {
          if (!put.isPending) put.mutate(String(isOn));
        }}
      />
    </div>
  );
}
