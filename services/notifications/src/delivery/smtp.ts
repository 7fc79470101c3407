import type { Readable } from 'node:stream';
import { domainOf } from '@closingwire/chassis/mail-sender';
import type { Part } from '@closingwire/chassis/run';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message.js';
import { type DkimKey, dkimOptions } from './dkim.ts';
import { pacer } from './pace.ts';
import { isAddressRefused } from './refusal.ts';
import type { Rendered } from './render.ts';

export type OutgoingMail = Rendered & {
  /** Becomes the Message-ID. */
  id: string;
  to: string;
  replyTo?: string;
  /** Address that takes the one-click POST of RFC 8058. */
  unsubscribeUrl?: string;
};

/**
 * What came of one attempt. `away`: certainly not sent, worth another try. `refused`: the server will not
 * take this mail, ever; `addressRefusal` is its reply when the reason is the address. `unknown`: the connection broke after the
 * first byte of the mail.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'away' | 'unknown'; reason: string }
  | { kind: 'refused'; reason: string; addressRefusal?: string };

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
};

/** Sends over a few kept-open connections to the mail server at `url`. */
export function openSmtp({ url, from, perSecond, ca, dkim, requiresTls }: SmtpSettings): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 2,
    ...(requiresTls && { requireTLS: true }),
    ...(dkim && { dkim: dkimOptions(dkim) }),
    ...patience,
    ...(ca && { tls: { ca } }),
  });
  const bodies = new WeakMap<SendMailOptions, Readable>();
  transport.use('stream', (mail, next) => {
    storeBody(mail, body => bodies.set(mail.data, body));
    next();
  });
  const domain = domainOf(from);

  return {
    turn: pacer({ perSecond }),
    part: { name: 'smtp', start: async () => {}, stop: async () => transport.close() },
    async send(mail) {
      const message = toMessage(mail, from, domain);
      try {
        await transport.sendMail(message);
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error, bodies.get(message)?.readableDidRead === true);
      }
    },
  };
}

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 };

/** Whether the server may have got the mail shows in the body stream: untouched until it has sent 354. */
function storeBody({ message }: MailMessage, keep: (body: Readable) => void): void {
  const create = message.createReadStream.bind(message);
  message.createReadStream = options => {
    const body = create(options);
    keep(body);
    return body;
  };
}

function toMessage(mail: OutgoingMail, from: string, domain: string): SendMailOptions {
  const { id, to, replyTo, subject, html, text, unsubscribeUrl } = mail;
  return {
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    messageId: `<${id}@${domain}>`,
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

type SmtpError = {
  message: string;
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

function outcomeOf(error: unknown, bodyWasRead: boolean): Outcome {
  const { responseCode, response = '', code, command = '', message } = error as SmtpError;
  if (responseCode === undefined && bodyWasRead) return { kind: 'unknown', reason: message };
  const isFinal = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!isFinal || (responseCode !== undefined && responseCode < 500))
    return { kind: 'away', reason: message };
  const isAboutAddress =
    responseCode !== undefined && isAddressRefused({ command, code: responseCode, response });
  return { kind: 'refused', reason: message, ...(isAboutAddress && { addressRefusal: response }) };
}
