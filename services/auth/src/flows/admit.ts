import { AppError } from '@closingwire/chassis/app-error';
import { type Account, type ActiveAccount, isActivated } from '../users/user.ts';

/** Who may sign in. A wrong password and an unknown address give the same answer. */
export function admit(account: Account | undefined, passwordMatches: boolean): ActiveAccount {
  if (!account || !passwordMatches) {
    throw new AppError('invalid', 'invalid_credentials', 'Invalid login credentials');
  }
  if (!isActivated(account)) throw new AppError('invalid', 'email_not_confirmed', 'Email not confirmed');
  if (account.status === 'suspended') {
    throw new AppError('denied', 'user_banned', 'This account is suspended. Please contact support.');
  }
  return account;
}
