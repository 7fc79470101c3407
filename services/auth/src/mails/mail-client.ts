import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { notificationsApi } from '@closingwire/contracts/notifications';
import type { MailRequest } from './send-mail.ts';

/** Hands a mail to notifications. */
export function mailClient(url: string, identity: Identity) {
  const client = callInternal(notificationsApi, { url, token: () => identity.serviceToken('notifications') });
  return (request: MailRequest) => client.sendMail(request);
}
