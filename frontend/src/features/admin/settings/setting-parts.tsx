import { type Setting, settingTable } from '@closingwire/contracts/content';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useWebhookTarget } from './logs/queries.ts';
import { usePutSetting } from './queries.ts';

/** With the key below, by which operators and the API know it. */
export function SettingName({ setting: { key } }: { setting: Setting }) {
  return (
    <div className="wrap-anywhere">
      <p className="font-semibold">{settingTable[key].title}</p>
      <code className="text-xs text-muted">{key}</code>
    </div>
  );
}

/** What holds now; the installation's own address is known to the service that posts to it. */
export function SettingValue({ setting }: { setting: Setting }) {
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

export function ResetSetting({ setting }: { setting: Setting }) {
  const put = usePutSetting(setting.key);
  return (
    <Button
      size="sm"
      disabled={setting.isDefault || put.isPending}
      aria-label={`Back to default: ${settingTable[setting.key].title}`}
      onClick={() => put.mutate(null)}
    >
      Back to default
    </Button>
  );
}
