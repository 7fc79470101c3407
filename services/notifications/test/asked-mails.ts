import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { testPatience } from '@closingwire/chassis/test-service';
import { notificationsApi } from '@closingwire/contracts/notifications';
import type { NotificationsConfig } from '../src/config.ts';
import type { RunningNotifications } from './start-notifications.ts';

/** A client that asks for mails as auth does. */
export function clientOf({ url, config }: { url: string; config: NotificationsConfig }) {
  const identity = openIdentity({
    jwksUrl: config.JWKS_URL,
    issuer: config.TOKEN_ISSUER,
    serviceSecret: config.SERVICE_SECRET,
    name: 'auth',
  });
  return callInternal(notificationsApi, {
    url,
    token: () => identity.serviceToken('notifications'),
    ...testPatience,
  });
}

export const confirmation = (to: string, mailId = newId()) => ({
  mailId,
  to,
  mail: {
    template: 'confirm-email' as const,
    firstName: 'Ada',
    link: 'https://product.example/api/auth/confirm?token=secret-in-the-link',
  },
});

export const someAddress = () => `ada-${newId()}@example.com`;

export const stateOf = async ({ database }: RunningNotifications, recipient: string) =>
  (
    await database.query(
      sql`select state, attempts, unknowns, data from mails where recipient = ${recipient}`,
    )
  ).rows[0];
