import { isAboutMailbox, isAddressRefused } from './refusal.ts';

/**
 * The outcome of one attempt to send a mail.
 * - `away`: the server accepts no mail
 * - `deferred`: the server does not accept this mail yet
 * - `rejected`: the server refuses our server, our sender or the content
 * - `refused`: the mail can never be delivered; `addressRefusal` is the reply if the address is the reason
 * - `unknown`: the mail was sent and no reply came
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'away' | 'deferred' | 'rejected' | 'unknown'; reason: string }
  | { kind: 'refused'; reason: string; addressRefusal?: string };

/** The fields of nodemailer's errors that `outcomeOf` reads. */
type SmtpError = {
  message: string;
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/**
 * Returns the outcome of a failed attempt. `bodyWasRead`: the server asked for the body, so it may have accepted the
 * mail.
 */
export function outcomeOf(error: unknown, bodyWasRead: boolean): Outcome {
  const { responseCode, response = '', code = '', command = '', message: reason } = error as SmtpError;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === undefined) {
    if (bodyWasRead) return { kind: 'unknown', reason };
    // nodemailer itself refuses some mails, such as one whose address has a line break.
    return { kind: isAboutMail ? 'refused' : 'away', reason };
  }
  // RFC 5321 section 3.8: with 421 the server closes the connection, after any command.
  if (!isAboutMail || responseCode === 421) return { kind: 'away', reason };
  if (responseCode < 500) return { kind: command === 'MAIL FROM' ? 'away' : 'deferred', reason };
  const refusal = { command, code: responseCode, response };
  if (isAddressRefused(refusal)) return { kind: 'refused', reason, addressRefusal: response };
  return { kind: isAboutMailbox(refusal) ? 'deferred' : 'rejected', reason };
}
