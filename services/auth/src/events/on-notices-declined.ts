import { on } from '@closingwire/chassis/consume';
import { noticesDeclined } from '@closingwire/contracts/events/notification-events';
import { lockAccount } from '../db/accounts.ts';
import { isActivated } from '../domain/account.ts';
import { changePreferences } from '../domain/account-change.ts';
import { saveChange } from '../save-change.ts';

/** Shows in the settings what the unsubscribe link of a mail did. */
export const onNoticesDeclined = on(noticesDeclined, async ({ data: { id } }, tx) => {
  const account = await lockAccount(tx, id);
  if (!account || !isActivated(account) || !account.emailNotifications) return;
  await saveChange(tx, changePreferences(account, { emailNotifications: false }));
});
