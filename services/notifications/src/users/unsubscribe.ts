import { AppError } from '@closingwire/chassis/app-error';
import type { HttpOptions } from '@closingwire/chassis/http';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import type { LinkTo } from '../delivery/template.ts';
import { insertDecline, ownerOfToken } from './store.ts';

/** 'a•••@example.com': its owner recognizes it, others do not. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}•••${email.slice(at)}`;
}

/** Stops notices to the token's owner, and publishes that for auth's settings. A repeat changes nothing. */
export async function declineNotices(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ email: string; wasOff: boolean }> {
  const owner = await ownerOfToken(tx, token);
  if (!owner) throw new AppError('missing', 'token_unknown', 'This unsubscribe link is not valid');
  const { id, wantsNotices } = owner;
  const declined = { email: maskedAddress(owner.email), wasOff: !wantsNotices };
  if (await insertDecline(tx, id, now)) {
    await publish(tx, noticesDeclined, { id, version: now.getTime(), declinedAt: now.toISOString() });
  }
  return declined;
}

/** The page with the unsubscribe button. */
export const unsubscribePath = (token: string): `/${string}` =>
  `/unsubscribe?token=${encodeURIComponent(token)}`;

/**
 * Redirects a GET of the unsubscribe link to the page and changes nothing. Mail clients without one-click open the
 * link, but scanners do, too.
 */
export function unsubscribePage(linkTo: LinkTo): NonNullable<HttpOptions['plain']> {
  return app => {
    app.get('/api/unsubscribe/:token', (req, res) =>
      res.redirect(303, linkTo(unsubscribePath(req.params.token))),
    );
  };
}
