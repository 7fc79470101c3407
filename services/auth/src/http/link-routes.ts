import { allow, contextOf } from '@closingwire/chassis/handlers';
import type { RequestContext } from '@closingwire/chassis/http';
import type { Caller } from '@closingwire/chassis/identity';
import type { MailedLink, MailedLinkKind } from '@closingwire/contracts/auth';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Request, RequestHandler, Router } from 'express';
import { isUnproven } from '../flows/change-email.ts';
import { isOfBrowser } from '../flows/sign-up.ts';
import { type TokenOutcome, useToken } from '../flows/use-token.ts';
import { findSession } from '../sessions/store.ts';
import { findBySecret, lockBySecret } from '../tokens/store.ts';
import { linkMessage, type MailedToken, PKCE_PREFIX, type Purpose, tokenState } from '../tokens/token.ts';
import { findUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { type Dependencies, os } from './context.ts';

const ORIGIN = 'http://own.invalid';

/**
 * Returns `next` if it is a path of this site, else `fallback`. Browsers read `//host`, `/\host` and paths with tabs or
 * line ends as other origins.
 */
export function nextPath(next: unknown, fallback: string): string {
  if (typeof next !== 'string' || !next.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return fallback;
  const url = URL.parse(next, ORIGIN);
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

const WELCOME = '/zips?welcome=true';
/** The page after a link that set no password, because sign-ups from several browsers were pending. */
const CHOOSE_PASSWORD = '/settings?notice=no-password';

const EMAIL_CHANGED = '/settings?notice=email-changed';

/** Purposes of links in the product's own mails, except password resets. */
const purposes: Purpose[] = ['confirmation', 'email_change_current', 'email_change_new'];

type Word = 'other-address' | 'other-account' | 'password-needed' | `link-${keyof typeof linkMessage}`;

/** The pages have a text for each word, so that no URL can show its own text. */
const notice = (word: Word) => new URLSearchParams({ notice: word });

type Refused = { state: Exclude<TokenOutcome['state'], 'valid'>; token: MailedToken | undefined };

/** Returns the page after a link that completed nothing: the sign-in page for visitors, settings for users. */
function pageAfterRefusal({ state, token }: Refused, caller: Caller, next: unknown): string {
  const isUser = caller.kind === 'user';
  if (state === 'half') return `${isUser ? '/settings' : '/auth'}?${notice('other-address')}`;
  if (state === 'unproven') return `/settings?${notice('password-needed')}`;
  const isOpenedTwice = state === 'used' && token?.purpose === 'confirmation';
  if (isOpenedTwice && isUser && caller.id === token.userId) return nextPath(next, WELCOME);
  const known = state === 'banned' ? 'unknown' : state;
  if (isUser) return `/settings?${notice(`link-${known}`)}`;
  return `/auth?${new URLSearchParams({ error: `link_${known}`, message: linkMessage[known] })}`;
}

function pageAfter(purpose: Purpose | undefined, hasPassword: boolean, next: unknown): string {
  if (purpose !== 'confirmation') return EMAIL_CHANGED;
  return hasPassword ? nextPath(next, WELCOME) : CHOOSE_PASSWORD;
}

type Press = { secret: string; next: unknown; context: Pick<RequestContext, 'caller' | 'request'> };

/** Uses up a link of the product's mails. Returns the next page and the session's cookies. */
function linkUse({ pg, clock, mails, sessions, cookies }: Dependencies) {
  return ({ secret, next, context }: Press): Promise<{ to: string; cookies: string[] }> => {
    const { request: client, caller } = context;
    return pg.transaction(async tx => {
      const token = await lockBySecret(tx, secret, purposes);
      const outcome = await useToken(tx, token, { mails, now: clock(), client });
      if (outcome.state !== 'valid') {
        return { to: pageAfterRefusal({ state: outcome.state, token }, caller, next), cookies: [] };
      }
      const { user } = outcome;
      const to = pageAfter(token?.purpose, user.passwordHash !== null, next);
      if (caller.kind !== 'user') {
        return { to, cookies: cookies.set(await sessions.open(tx, user, 'otp', client)) };
      }
      if (caller.id === user.id) {
        const session = await findSession(tx, caller.sessionId);
        return { to, cookies: session ? [cookies.setAccess(await sessions.restate(user, session))] : [] };
      }
      // A stranger's link must not sign this browser in to another account.
      return { to: `/settings?${notice('other-account')}`, cookies: [] };
    });
  };
}

const kinds: Record<Purpose, MailedLinkKind | null> = {
  confirmation: 'sign-up',
  magiclink: 'sign-in',
  recovery: 'recovery',
  email_change_current: 'current-email',
  email_change_new: 'new-email',
  reauthentication: null,
};

const dead = { kind: null, email: null, newEmail: null, awaitsOther: false, isOwn: null };

/** Returns true if the other address must confirm the change, too. */
function awaitsOther({ purpose }: MailedToken, { emailChangeProven }: User): boolean {
  if (purpose === 'email_change_new') return emailChangeProven === null || emailChangeProven === 'new';
  if (purpose !== 'email_change_current') return false;
  return emailChangeProven === null || emailChangeProven === 'current';
}

/** Shows a mailed link on a page; the page's button uses up the link. */
export function mailedLinkRoutes(dependencies: Dependencies) {
  const { pg, clock } = dependencies;
  const use = linkUse(dependencies);

  async function look(link: string, caller: Caller): Promise<MailedLink> {
    const token = await findBySecret(
      pg,
      link.startsWith(PKCE_PREFIX) ? link.slice(PKCE_PREFIX.length) : link,
    );
    const state = tokenState(token, clock());
    const user = token && (await findUser(pg, token.userId));
    const kind = token && kinds[token.purpose];
    if (state !== 'valid' || !token || !user || !kind)
      return { ...dead, state: state === 'valid' ? 'unknown' : state };
    return {
      state: isUnproven(token.payload) ? 'unproven' : 'valid',
      kind,
      email: user.email,
      newEmail: token.purpose.startsWith('email_change') ? user.newEmail : null,
      awaitsOther: awaitsOther(token, user),
      isOwn: caller.kind === 'user' ? caller.id === user.id : null,
    };
  }

  return {
    mailedLink: os.mailedLink.handler(({ input, context }) => look(input.token, context.caller)),
    pressMailedLink: os.pressMailedLink.handler(async ({ input, context }) => {
      const used = await use({ secret: input.token, next: input.next, context });
      for (const cookie of used.cookies) context.responseHeaders.append('set-cookie', cookie);
      return { goTo: used.to };
    }),
  };
}

/** Headers by which browsers mark a prefetch. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Returns true if a user opens the URL in a browser window, which is the destination `document`
 * (https://www.w3.org/TR/fetch-metadata/). Old browsers do not send the header.
 */
function isNavigation({ method, headers }: Request): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = headers;
  const isPrefetch = prefetchHeaders.some(name => headers[name] !== undefined);
  return method === 'GET' && !isPrefetch && destination === 'document';
}

/** Routes that a browser opens by URL, without the front end. */
export function linkRoutes(dependencies: Dependencies) {
  const { pg, clock, signUpCookie } = dependencies;
  const use = linkUse(dependencies);

  /**
   * Returns true if the link may confirm without the button: in the browser that sent this sign-up, unless it is signed
   * in as another user. Scanners of mails do not have the cookie.
   */
  function confirmsAtOnce(req: Request, { purpose, userId, payload }: MailedToken): boolean {
    const { caller } = contextOf(req);
    if (purpose !== 'confirmation' || !isNavigation(req)) return false;
    if (caller.kind === 'user' && caller.id !== userId) return false;
    return isOfBrowser(payload, signUpCookie.in(req.headers.cookie));
  }

  /** Returns the next page. Opening a valid link changes nothing, except in the browser that signed up. */
  async function open(req: Request): Promise<{ to: string; cookies: string[] }> {
    const secret = typeof req.query.token === 'string' ? req.query.token : '';
    const { next } = req.query;
    const context = contextOf(req);
    const found = await findBySecret(pg, secret);
    const token = found && purposes.includes(found.purpose) ? found : undefined;
    const state = tokenState(token, clock());
    if (state !== 'valid' || !token) {
      const refused = { state: state === 'valid' ? 'unknown' : state, token } as const;
      return { to: pageAfterRefusal(refused, context.caller, next), cookies: [] };
    }
    if (!confirmsAtOnce(req, token)) return { to: linkPage({ token: secret, next }), cookies: [] };
    const used = await use({ secret, next, context });
    return { to: used.to, cookies: [...used.cookies, signUpCookie.clear()] };
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
    // Without this route, Express would run the handler of GET, which uses up links.
    app.head(plainRoutes.confirmEmail.path, (_req, res) => void res.status(204).end());
    app.get(plainRoutes.confirmEmail.path, allow('public'), confirm);
    app.get(plainRoutes.login.path, allow('public'), login);
  };
}

/** The secret is in the fragment, which browsers do not send. */
function linkPage({ token, next }: { token: string; next: unknown }): string {
  const path = nextPath(next, '');
  return `/confirm#${new URLSearchParams({ token, ...(path && { next: path }) })}`;
}
