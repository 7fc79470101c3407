import type { IncomingMessage } from 'node:http';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { signUpCookie } from '@closingwire/contracts/session-cookies';
import { cookieOf } from './session.ts';

/** Returns the one cookie that a service is sent: of the browser that signed up, to the link that it opens. */
export function signUpCookiePasser(publicUrl: string) {
  const { name } = signUpCookie(publicUrl);
  return ({ headers }: IncomingMessage, path: string): string | undefined => {
    if (path !== plainRoutes.confirmEmail.path) return undefined;
    const mark = cookieOf(headers.cookie, name);
    return mark === undefined ? undefined : `${name}=${mark}`;
  };
}
