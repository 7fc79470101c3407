import { hash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import type { HttpOptions } from '@closingwire/chassis/http';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { type MailEvent, mailEvents } from '@closingwire/contracts/mail-events';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import express from 'express';
import { insertMailEvents, markAddress } from '../delivery/marked.ts';

type Needs = { pg: Pg; clock: Clock; secret: string | undefined };

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Refuses requests without the secret as bearer. The route is a 404 if `MAIL_EVENTS_SECRET` is not set. */
const requireSecret =
  (secret: string | undefined): express.RequestHandler =>
  (request, _response, next) => {
    if (secret === undefined) throw new AppError('missing', 'not_found', 'Not found');
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
    // `timingSafeEqual` needs equal lengths, which digests have.
    if (!timingSafeEqual(digest(sent), digest(secret)))
      throw new AppError('unauthenticated', 'secret_wrong', 'Expected MAIL_EVENTS_SECRET as bearer');
    next();
  };

function readEvents(body: unknown): MailEvent[] {
  const parsed = mailEvents.safeParse(body);
  if (parsed.success) return parsed.data.events;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  throw new AppError('invalid', 'invalid_input', `${first?.path || 'body'}: ${first?.message}`, {
    detail: { issues },
  });
}

const reasons = { 'hard-bounce': 'bounced', complaint: 'complained' } as const;

/** Sorted, so that two requests cannot deadlock. */
const byAddress = (one: MailEvent, other: MailEvent) =>
  one.email.toLowerCase() < other.email.toLowerCase() ? -1 : 1;

/** Marks the addresses in reports that have not arrived before; soft bounces mark none. */
async function receive(tx: Tx, events: readonly MailEvent[], now: Date): Promise<void> {
  const ids = events.map(({ id }) => id);
  const fresh = await insertMailEvents(tx, ids, now);
  for (const { id, type, email, at, detail } of events.toSorted(byAddress)) {
    if (type === 'soft-bounce' || !fresh.delete(id)) continue;
    await markAddress(tx, { email, reason: reasons[type], at: new Date(at), detail });
  }
}

/** The webhook for bounces and complaints. It stores all reports of a request or none. */
export function mailEventsWebhook({ pg, clock, secret }: Needs): NonNullable<HttpOptions['plain']> {
  return app => {
    const json = express.json({ type: () => true, limit: plainRoutes.mailEvents.maxBodyBytes });
    app.post(plainRoutes.mailEvents.path, requireSecret(secret), json, async (request, response) => {
      const events = readEvents(request.body);
      await pg.transaction(tx => receive(tx, events, clock()));
      response.json({ received: true });
    });
  };
}
