import { on } from '@closingwire/chassis/consume';
import { settingChanged } from '@closingwire/contracts/content';
import { keepSetting } from '../db/settings.ts';

export const onSettingChanged = on(settingChanged, async ({ data: setting }, tx) => {
  if (setting.key === 'STRIPE_TEST_MODE') await keepSetting(tx, setting);
});
