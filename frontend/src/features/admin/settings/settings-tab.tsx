import type { SettingKey } from '@closingwire/contracts/content';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../panel.tsx';
import { MailLog } from './logs/mail-log.tsx';
import { WebhookLog } from './logs/webhook-log.tsx';
import { useSettings } from './queries.ts';
import { SettingList } from './setting-list.tsx';
import { ModeSetting, SettingSwitch } from './setting-switches.tsx';
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
