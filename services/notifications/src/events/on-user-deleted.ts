import { on } from '@closingwire/chassis/consume';
import { userDeleted } from '@closingwire/contracts/auth';
import { claimMail, forgetMails } from '../db/mails.ts';
import { forgetSubscriptions } from '../db/subscriptions.ts';
import { forgetTrial } from '../db/trials.ts';
import { forgetUser } from '../db/users.ts';
import { accountDeleted } from '../mails/account-deleted.ts';

/** Forgets the person, and tells her so once; that mail forgets her address when it is done with. */
export const onUserDeleted = on(userDeleted, async ({ data: { id, email: lastEmail } }, tx) => {
  const known = await forgetUser(tx, id);
  const email = lastEmail ?? known.email;
  await forgetMails(tx, id, email);
  await forgetTrial(tx, id);
  await forgetSubscriptions(tx, id);
  if (known.isDeleted || email === '') return;
  await claimMail(tx, accountDeleted, { to: email, key: id, data: {} });
});
