import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { Mails } from '../mails/mails.ts';
import { useUpTokens } from '../tokens/store.ts';
import { type MailedToken, type TokenState, tokenState } from '../tokens/token.ts';
import { type LockedUser, lockUser } from '../users/store.ts';
import { isActivated, isBanned } from '../users/user.ts';
import { type EmailChangeOutcome, isUnproven, proveEmailChange } from './change-email.ts';
import { confirmUser } from './sign-up.ts';

/** `half` and `unproven`: see `EmailChangeOutcome`. */
export type TokenOutcome =
  | { state: 'valid'; user: LockedUser }
  | { state: 'half' | 'unproven' | 'banned' | Exclude<TokenState, 'valid'> };

type Needs = { mails: Mails; now: Date; client: RequestOrigin };

/** Uses up a mailed token and performs its purpose. */
export async function useToken(tx: Tx, token: MailedToken | undefined, needs: Needs): Promise<TokenOutcome> {
  const state = tokenState(token, needs.now);
  if (state !== 'valid' || !token) return { state: state === 'valid' ? 'unknown' : state };
  const user = await lockUser(tx, token.userId);
  if (!user) return { state: 'unknown' };
  if (isBanned(user, needs.now)) return { state: 'banned' };
  const outcome = await apply(tx, token, user, needs);
  if (outcome === 'half' || outcome === 'unproven') return { state: outcome };
  const after = outcome === 'changed' ? await lockUser(tx, user.id) : undefined;
  return after ? { state: 'valid', user: after } : { state: 'unknown' };
}

async function apply(
  tx: Tx,
  { purpose, payload, address }: MailedToken,
  user: LockedUser,
  { mails, now, client }: Needs,
): Promise<EmailChangeOutcome> {
  if (isUnproven(payload)) return 'unproven';
  switch (purpose) {
    case 'confirmation':
      if (!isActivated(user)) await confirmUser(tx, user, { payload, now, client });
      await useUpTokens(tx, user.id, now, ['confirmation']);
      return 'changed';
    case 'recovery':
    case 'magiclink':
      // This link proves the address of an unconfirmed user, but does not set the password of a pending sign-up.
      if (!isActivated(user)) await confirmUser(tx, user, { payload: {}, now, client });
      await useUpTokens(tx, user.id, now, [purpose]);
      return 'changed';
    case 'email_change_current':
      return proveEmailChange(tx, mails, user, { proven: 'current', now, client });
    case 'email_change_new':
      if (user.newEmail !== address) return 'taken';
      return proveEmailChange(tx, mails, user, { proven: 'new', now, client });
    case 'reauthentication':
      return 'taken';
  }
}
