import { on } from '@closingwire/chassis/consume';
import { settingChanged } from '@closingwire/contracts/events/content-events';
import { saveSetting } from '../db/settings.ts';
import { WEBHOOK_URL_SETTING } from '../webhook/webhook-url.ts';

export const onSettingChanged = () =>
  on(settingChanged, async ({ data: setting }, tx) => {
    if (setting.key === WEBHOOK_URL_SETTING) await saveSetting(tx, setting);
  });
