import { on } from '@closingwire/chassis/consume';
import { noticesDeclined } from '@closingwire/contracts/events/notification-events';
import { changePreferences } from './change.ts';
import { saveChange } from './save-change.ts';
import { lockAccount } from './store.ts';
import { isActivated } from './user.ts';

/** Shows in the settings what the unsubscribe link of a mail did. */
export const onNoticesDeclined = on(noticesDeclined, async ({ data: { id } }, tx) => {
  const account = await lockAccount(tx, id);
  if (!account || !isActivated(account) || !account.emailNotifications) return;
  await saveChange(tx, changePreferences(account, { emailNotifications: false }));
});
