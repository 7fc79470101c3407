import { isAboutMailbox, isAddressRefused } from './refusal.ts';

/**
 * What came of one attempt to send a mail.
 * - `away`: the server takes no mail at all
 * - `deferred`: the server takes other mails, but this one not yet
 * - `rejected`: a final refusal of our server, our sender or the content
 * - `refused`: a mail that no server will ever take; `addressRefusal` is the reply when the reason is the address
 * - `unknown`: the mail left, and no reply to it came
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'away' | 'deferred' | 'rejected' | 'unknown'; reason: string }
  | { kind: 'refused'; reason: string; addressRefusal?: string };

/** An error of nodemailer. */
type SmtpError = {
  message: string;
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
};

/** The outcome of a failed attempt. `bodyWasRead`: the server asked for the mail, so it may have taken it. */
export function outcomeOf(error: unknown, bodyWasRead: boolean): Outcome {
  const { responseCode, response = '', code = '', command = '', message: reason } = error as SmtpError;
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode === undefined) {
    if (bodyWasRead) return { kind: 'unknown', reason };
    // nodemailer itself refuses such a mail, as one whose address has a line break.
    return { kind: isAboutMail ? 'refused' : 'away', reason };
  }
  // RFC 5321 section 3.8: with 421 the server closes the connection, whatever the command was.
  if (!isAboutMail || responseCode === 421) return { kind: 'away', reason };
  if (responseCode < 500) return { kind: command === 'MAIL FROM' ? 'away' : 'deferred', reason };
  const refusal = { command, code: responseCode, response };
  if (isAddressRefused(refusal)) return { kind: 'refused', reason, addressRefusal: response };
  return { kind: isAboutMailbox(refusal) ? 'deferred' : 'rejected', reason };
}
