import { on } from '@closingwire/chassis/consume';
import { settingChanged } from '@closingwire/contracts/content';
import { saveSetting } from '../db/settings.ts';
import { WEBHOOK_URL_SETTING } from '../webhook/webhook-url.ts';
import { addResume } from '../workers/resume-deliveries.ts';

export const onSettingChanged = () =>
  on(settingChanged, async ({ data: setting }, tx) => {
    if (setting.key !== WEBHOOK_URL_SETTING) return;
    await saveSetting(tx, setting);
    await addResume(tx);
  });
