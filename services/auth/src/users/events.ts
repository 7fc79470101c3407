import { on } from '@closingwire/chassis/consume';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { saveChange } from './publish-user.ts';
import { changePreferences } from './rules.ts';
import { lockUser } from './store.ts';
import { isActivated } from './user.ts';

/** Shows in the settings what the unsubscribe link of a mail did. */
export const onNoticesDeclined = on(noticesDeclined, async ({ data: { id } }, tx) => {
  const user = await lockUser(tx, id);
  if (!user || !isActivated(user) || !user.emailNotifications) return;
  await saveChange(tx, user, changePreferences({ emailNotifications: false }));
});
