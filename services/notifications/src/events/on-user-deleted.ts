import { on } from '@closingwire/chassis/consume';
import { userDeleted } from '@closingwire/contracts/events/user-events';
import { forgetTrial } from '../db/trials.ts';
import { forgetUser } from '../db/users.ts';

export const onUserDeleted = on(userDeleted, async ({ data }, tx) => {
  await forgetUser(tx, data.id);
  await forgetTrial(tx, data.id);
});
