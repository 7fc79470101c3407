import { on } from '@closingwire/chassis/consume';
import { userRegistered } from '@closingwire/contracts/auth';
import { claimMail } from '../db/mails.ts';
import { recipientOf } from '../db/users.ts';
import { welcome } from '../mails/welcome.ts';
import { takeOver } from './on-user-changed.ts';

export const onUserRegistered = on(userRegistered, async ({ data: user }, tx) => {
  await takeOver(tx, user);
  if (!(await recipientOf(tx, user.id))) return;
  await claimMail(tx, welcome, {
    to: user.email,
    key: user.id,
    userId: user.id,
    data: { firstName: user.firstName },
  });
});
