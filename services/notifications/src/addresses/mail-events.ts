import { hash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import type { HttpOptions } from '@closingwire/chassis/http';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { type MailEvent, mailEvents } from '@closingwire/contracts/mail-events';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import express from 'express';
import { insertMailEvent, markAddress } from '../delivery/marked.ts';

type Needs = { pg: Pg; clock: Clock; secret: string | undefined };

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Throws unless the request has the secret. Without one the route does not exist. */
const requireSecret =
  (secret: string | undefined): express.RequestHandler =>
  (request, _response, next) => {
    if (secret === undefined) throw new AppError('missing', 'not_found', 'Not found');
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
    // Digests have the same length, so that the comparison shows nothing of the secret.
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

/** Marks the address of a hard bounce or a complaint, once for each report. */
async function receive(tx: Tx, event: MailEvent, now: Date): Promise<void> {
  if (!(await insertMailEvent(tx, event.id, now)) || event.type === 'soft-bounce') return;
  const { type, email, at, detail } = event;
  await markAddress(tx, { email, reason: reasons[type], at: new Date(at), detail });
}

/** The webhook for bounces and complaints. All of its reports are taken, or none. */
export function mailEventsWebhook({ pg, clock, secret }: Needs): NonNullable<HttpOptions['plain']> {
  return app => {
    const json = express.json({ type: () => true, limit: '1mb' });
    app.post(plainRoutes.mailEvents.path, requireSecret(secret), json, async (request, response) => {
      const events = readEvents(request.body).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      await pg.transaction(async tx => {
        for (const event of events) await receive(tx, event, clock());
      });
      response.json({ received: true });
    });
  };
}
