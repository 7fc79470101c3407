import type { Readable } from 'node:stream';
import { domainOf } from '@closingwire/chassis/mail-sender';
import type { RenderedMail } from '@closingwire/chassis/render-mail';
import type { Part } from '@closingwire/chassis/run';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message.js';
import { type DkimKey, dkimOptions } from './dkim.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { pacer } from './pace.ts';

export type OutgoingMail = RenderedMail & {
  /** Becomes the Message-ID. */
  id: string;
  to: string;
  replyTo?: string;
  /** Address that takes the one-click POST of RFC 8058. */
  unsubscribeUrl?: string;
};

export type Smtp = {
  part: Part;
  /** Resolves when the next mail may be sent. */
  turn(): Promise<void>;
  send(mail: OutgoingMail): Promise<Outcome>;
};

type SmtpSettings = {
  url: string;
  from: string;
  perSecond: number;
  /** PEM certificates of the CAs that may sign the server's; by default those that Node trusts. */
  ca?: string;
  dkim?: DkimKey | undefined;
  /** Sends nothing, and no password, in plain text where somebody between hides that the server offers TLS. */
  requiresTls?: boolean;
  /** The longest time until the server has accepted sender and recipient, and until it has then replied to the mail. */
  envelopeMs?: number;
  mailMs?: number;
};

/** Sends over a few kept-open connections to the mail server at `url`. */
export function openSmtp(settings: SmtpSettings): Smtp {
  const { url, from, perSecond, ca, dkim, requiresTls, envelopeMs = 60_000, mailMs = 600_000 } = settings;
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 2,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    // RFC 5321 section 4.5.3.2.6: a server may take 10 minutes to confirm a mail. Who gives up earlier sends it twice.
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
 * Whether the server may have got the mail shows in the body stream: untouched until it has sent 354. Until then a
 * connection that a firewall dropped would hold the mail up, so the body fails after `envelopeMs`.
 */
function watchBody(message: MailMessage['message'], envelopeMs: number, store: (body: Body) => void): void {
  const create = message.createReadStream.bind(message);
  message.createReadStream = options => {
    const body: Readable = create(options);
    const wasRead = () => body.readableDidRead;
    const timer = setTimeout(() => {
      if (!wasRead()) body.destroy(new Error(`no reply to the envelope within ${envelopeMs} ms`));
    }, envelopeMs);
    // nodemailer listens only while it sends.
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
