import { allow, contextOf } from '@closingwire/chassis/handlers';
import type { Caller } from '@closingwire/chassis/identity';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Request, RequestHandler, Router } from 'express';
import { type TokenOutcome, useToken } from '../flows/use-token.ts';
import { findSession } from '../sessions/store.ts';
import { lockBySecret } from '../tokens/store.ts';
import { linkMessage, type MailedToken, type Purpose } from '../tokens/token.ts';
import type { Dependencies } from './context.ts';

const ORIGIN = 'http://own.invalid';

/**
 * The path of this site that `next` names, or `fallback` when it is none: another origin, a scheme of its
 * own, or anything a browser would read as one (`//host`, `/\host`, tabs and line ends inside).
 */
export function nextPath(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || !next.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return fallback;
  const url = URL.parse(next, ORIGIN);
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

const WELCOME = '/zips?welcome=true';
/** After a link that brought no password, since several sign-ups waited. The new session may choose one. */
const CHOOSE_PASSWORD = '/settings?notice=no-password';

/** After the link that decides on a change of address: the page shows it, once. */
const EMAIL_CHANGED = '/settings?notice=email-changed';

/** What links in the product's own mails stand for, but for those that choose a new password. */
const purposes: Purpose[] = ['confirmation', 'email_change_current', 'email_change_new'];

/** The pages know these words, so that no address puts its own on a page. */
const notice = (word: 'other-address' | 'other-account' | `link-${keyof typeof linkMessage}`) =>
  new URLSearchParams({ notice: word });

type Refused = { state: Exclude<TokenOutcome['state'], 'valid'>; token: MailedToken | undefined };

/** Where a link leads that did nothing yet: visitors sign in there, users see on a page of their own why. */
function pageAfterRefusal({ state, token }: Refused, caller: Caller, next: unknown): string {
  const isUser = caller.kind === 'user';
  if (state === 'half') return `${isUser ? '/settings' : '/auth'}?${notice('other-address')}`;
  const isOpenedTwice = state === 'used' && token?.purpose === 'confirmation';
  if (isOpenedTwice && isUser && caller.id === token.userId) return nextPath(next, WELCOME);
  const known = state === 'banned' ? 'unknown' : state;
  if (isUser) return `/settings?${notice(`link-${known}`)}`;
  return `/auth?${new URLSearchParams({ error: `link_${known}`, message: linkMessage[known] })}`;
}

/** Where a link leads that did what it stands for. */
function pageAfter(purpose: Purpose | undefined, hasPassword: boolean, next: unknown): string {
  if (purpose !== 'confirmation') return EMAIL_CHANGED;
  return hasPassword ? nextPath(next, WELCOME) : CHOOSE_PASSWORD;
}

/** Routes that a browser opens itself. */
export function linkRoutes({ pg, clock, mails, sessions, cookies }: Dependencies) {
  /** Where the browser goes on to, and with which session. */
  async function open(req: Request): Promise<{ to: string; cookies: string[] }> {
    const secret = typeof req.query.token === 'string' ? req.query.token : '';
    const { request: client, caller } = contextOf(req);
    return pg.transaction(async tx => {
      const token = await lockBySecret(tx, secret, purposes);
      const outcome = await useToken(tx, token, { mails, now: clock(), client });
      if (outcome.state !== 'valid') {
        const to = pageAfterRefusal({ state: outcome.state, token }, caller, req.query.next);
        return { to, cookies: [] };
      }
      const { user } = outcome;
      const next = pageAfter(token?.purpose, user.passwordHash !== null, req.query.next);
      if (caller.kind !== 'user') {
        return { to: next, cookies: cookies.set(await sessions.open(tx, user, 'otp', client)) };
      }
      if (caller.id === user.id) {
        const session = await findSession(tx, caller.sessionId);
        return {
          to: next,
          cookies: session ? [cookies.setAccess(await sessions.restate(user, session))] : [],
        };
      }
      // A link that somebody else sent must not put this browser's user into another account.
      return { to: `/settings?${notice('other-account')}`, cookies: [] };
    });
  }

  const confirm: RequestHandler = async (req, res) => {
    const opened = await open(req);
    res.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    for (const cookie of opened.cookies) res.append('set-cookie', cookie);
    return res.redirect(303, opened.to);
  };

  const login: RequestHandler = (req, res) => {
    const next = nextPath(req.query.next, '');
    res.redirect(303, next === '' ? '/auth' : `/auth?${new URLSearchParams({ next })}`);
  };

  return (app: Router) => {
    // Mail scanners look at links with HEAD; only a GET uses one up.
    app.head(plainRoutes.confirmEmail.path, (_req, res) => void res.status(204).end());
    app.get(plainRoutes.confirmEmail.path, allow('public'), confirm);
    app.get(plainRoutes.login.path, allow('public'), login);
  };
}
