import { once } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { saveChange } from './publish-user.ts';
import { changePreferences } from './rules.ts';
import { lockUser } from './store.ts';
import { isActivated } from './user.ts';

export async function declineNotices(tx: Tx, id: string): Promise<void> {
  const user = await lockUser(tx, id);
  if (!user || !isActivated(user) || !user.emailNotifications) return;
  await saveChange(tx, user, changePreferences({ emailNotifications: false }));
}

/** An unsubscribe link also changes the preferences. */
export const onNoticesDeclined = once(noticesDeclined, ({ data: { id } }, tx) => declineNotices(tx, id));
