import type { IncomingMessage } from 'node:http';
import { authApi } from '@closingwire/contracts/auth';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { signUpCookie } from '@closingwire/contracts/session-cookies';
import { cookieOf } from './session.ts';

const paths: (string | undefined)[] = [authApi.signUp['~orpc'].route.path, plainRoutes.confirmEmail.path];

/** Returns the only cookie that services get: it marks the browser of a sign-up, for sign-up and confirmation. */
export function signUpCookiePasser(publicUrl: string) {
  const { name } = signUpCookie(publicUrl);
  return ({ headers }: IncomingMessage, path: string): string | undefined => {
    if (!paths.includes(path)) return undefined;
    const mark = cookieOf(headers.cookie, name);
    return mark === undefined ? undefined : `${name}=${mark}`;
  };
}
