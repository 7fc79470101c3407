import { AppError } from '@closingwire/chassis/app-error';
import type { RequestContext } from '@closingwire/chassis/http';
import { audit } from '../audit.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import type { ActiveUser } from '../users/user.ts';
import type { Dependencies } from './dependencies.ts';

const wrongPassword = () => new AppError('invalid', 'invalid_credentials', 'The password is not right.');
const noPassword = () =>
  new AppError(
    'invalid',
    'password_missing',
    'Your account has no password yet. Choose one by “Forgot password” first.',
  );

/** Lets only whoever knows the password go on; wrong ones count like those of a sign-in, and are in the audit log. */
export async function checkOwnPassword(
  { pg, limits }: Pick<Dependencies, 'pg' | 'limits'>,
  user: ActiveUser,
  password: string,
  context: RequestContext,
  refused: 'password-refused' | 'account-deletion-refused',
): Promise<void> {
  if (user.passwordHash === null) throw noPassword();
  const who = { account: user.email, ip: context.request.ip };
  await limits.signIn.count(who, context.responseHeaders);
  if (!(await verifyPassword(user.passwordHash, password))) {
    await audit(pg, context.request, { action: refused, actorId: user.id });
    throw wrongPassword();
  }
  await limits.signIn.forgive(who);
}
