import type { HttpOptions } from '@closingwire/chassis/http';
import type { LinkTo } from './domain/template.ts';

/** The page with the one click, for the browser of whoever has this token. */
export const unsubscribePath = (token: string): `/${string}` =>
  `/unsubscribe?token=${encodeURIComponent(token)}`;

/**
 * Mail clients that know no one-click open the link instead, and so do scanners: it changes nothing and goes to
 * the page where a person can.
 */
export function unsubscribePage(linkTo: LinkTo): NonNullable<HttpOptions['plain']> {
  return app => {
    app.get('/api/unsubscribe/:token', (req, res) =>
      res.redirect(303, linkTo(unsubscribePath(req.params.token))),
    );
  };
}
