import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { domainOf } from '@closingwire/chassis/mail-sender';
import type { Part } from '@closingwire/chassis/part';
import type { RenderedMail } from '@closingwire/chassis/render-mail';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message.js';
import { type DkimKey, dkimOptions } from './dkim.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export type OutgoingMail = RenderedMail & {
  /** Becomes the mail's Message-ID. */
  id: string;
  to: string;
  replyTo?: string;
  /** The URL for the one-click POST of RFC 8058. */
  unsubscribeUrl?: string;
};

export type Smtp = {
  part: Part;
  /** Waits until the next mail may be sent. */
  turn(): Promise<void>;
  send(mail: OutgoingMail): Promise<Outcome>;
};

type SmtpSettings = {
  url: string;
  from: string;
  perSecond: number;
  /** PEM certificates of CAs for the server's certificate; by default those that Node trusts. */
  ca?: string;
  dkim?: DkimKey | undefined;
  /** Refuses plain text, which an attacker could cause by hiding STARTTLS. */
  requiresTls?: boolean;
  /**
   * `envelopeMs`: timeout until the server has accepted sender and recipient. `mailMs`: timeout of its reply to the
   * mail.
   */
  envelopeMs?: number;
  mailMs?: number;
};

/** Opens a pool of connections to the mail server at `url`. */
export function openSmtp(settings: SmtpSettings): Smtp {
  const { url, from, perSecond, ca, dkim, requiresTls, envelopeMs = 60_000, mailMs = 600_000 } = settings;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 2,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    // RFC 5321 section 4.5.3.2.6: a server may take 10 minutes to confirm. A shorter timeout sends mails twice.
    socketTimeout: mailMs,
    ...(requiresTls && { requireTLS: true }),
    ...(dkim && { dkim: dkimOptions(dkim) }),
    ...(ca && { tls: { ca } }),
  });
  const bodies = new Map<string, Body>();
  transport.use('stream', ({ message, data }, next) => {
    watchBody(message, envelopeMs, body => bodies.set(String(data.messageId), body));
    next();
  });
  const domain = domainOf(from);

  return {
    turn: pacer({ perSecond }),
    part: { name: 'smtp', start: async () => {}, stop: async () => transport.close() },
    async send(mail) {
      const messageId = `<${mail.id}@${domain}>`;
      try {
        await transport.sendMail(toMessage(mail, from, messageId));
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error, bodies.get(messageId)?.wasRead() === true);
      } finally {
        bodies.get(messageId)?.forget();
        bodies.delete(messageId);
      }
    },
  };
}

type Body = { wasRead(): boolean; forget(): void };

/**
 * nodemailer reads the body only after the server's 354, so a body that was read may have been received. If a firewall
 * dropped the connection, nodemailer waits for 354 until `socketTimeout`. Hence the body fails after `envelopeMs`.
 */
function watchBody(message: MailMessage['message'], envelopeMs: number, store: (body: Body) => void): void {
  const create = message.createReadStream.bind(message);
  message.createReadStream = options => {
    const body: Readable = create(options);
    const wasRead = () => body.readableDidRead;
    const timer = setTimeout(() => {
      if (!wasRead()) body.destroy(new Error(`no reply to the envelope within ${envelopeMs} ms`));
    }, envelopeMs);
    // nodemailer listens only while it sends; an unhandled error would end the process.
    body.on('error', () => {});
    store({ wasRead, forget: () => clearTimeout(timer) });
    return body;
  };
}

function toMessage(mail: OutgoingMail, from: string, messageId: string): SendMailOptions {
  const { to, replyTo, subject, html, text, unsubscribeUrl } = mail;
  return {
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    messageId,
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type Pace = { perSecond: number; now?: () => number; wait?: (ms: number) => Promise<unknown> };

/**
 * Returns a function that resolves when the next mail may be sent. Turns are evenly spaced, so no second has more than
 * `perSecond`. With nodemailer's own limit each connection can exceed it by one.
 */
export function pacer({ perSecond, now = () => performance.now(), wait = delay }: Pace): () => Promise<void> {
  const interval = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const turn = Math.max(next, now());
    next = turn + interval;
    const ms = turn - now();
    if (ms > 0) await wait(ms);
  };
}
