import { AppError } from '@closingwire/chassis/app-error';
import { createTransport } from 'nodemailer';
import { mailText } from './mail-text.ts';
import type { MailRequest } from './send-mail.ts';

/** Sends a mail itself, for a service that runs alone. The id lets mail servers drop a repeat. */
export function smtpMail(smtpUrl: string | undefined, from: string) {
  const transport = smtpUrl === undefined ? undefined : createTransport(smtpUrl);
  return async ({ mailId, to, mail }: MailRequest): Promise<void> => {
    if (!transport) {
      throw new AppError('unavailable', 'mail_not_set_up', 'Set NOTIFICATIONS_URL or SMTP_URL to send mails');
    }
    await transport.sendMail({ from, to, messageId: `<${mailId}@closingwire.auth>`, ...mailText(mail) });
  };
}
