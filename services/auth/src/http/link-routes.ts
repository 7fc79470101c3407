import { allow, contextOf } from '@closingwire/chassis/plain-handler';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { RequestHandler, Router } from 'express';
import { redeemLink } from '../flows/redeem-link.ts';
import { linkMessage } from '../tokens/token.ts';
import type { Dependencies } from './dependencies.ts';
import { nextPath } from './next-path.ts';

const WELCOME = '/zips?welcome=true';

/** Routes that a browser opens itself. */
export function linkRoutes(dependencies: Dependencies) {
  const { cookies } = dependencies;

  const confirm: RequestHandler = async (req, res) => {
    const secret = typeof req.query.token === 'string' ? req.query.token : '';
    const outcome = await redeemLink(dependencies, secret, contextOf(req).request);
    res.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    if (outcome.state !== 'valid') {
      const query = new URLSearchParams({
        error: `link_${outcome.state}`,
        message: linkMessage[outcome.state],
      });
      return res.redirect(303, `/auth?${query}`);
    }
    for (const cookie of cookies.set(outcome.tokens)) res.append('set-cookie', cookie);
    return res.redirect(303, nextPath(req.query.next, WELCOME));
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
