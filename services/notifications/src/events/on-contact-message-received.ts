import { on } from '@closingwire/chassis/consume';
import { contactMessageReceived } from '@closingwire/contracts/content';
import { claimMail } from '../db/mails.ts';
import { contactMessage } from '../mails/contact-message.ts';

export const onContactMessageReceived = (supportAddress: string) =>
  on(contactMessageReceived, async ({ data: { id, name, email, subject, message } }, tx) => {
    await claimMail(tx, contactMessage, {
      to: supportAddress,
      key: id,
      replyTo: email,
      data: { name, email, subject, message },
    });
  });
