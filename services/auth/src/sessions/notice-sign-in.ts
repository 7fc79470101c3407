import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import { deviceName, isNewDevice } from '../device.ts';
import type { Mails } from '../mails/mails.ts';
import type { User } from '../users/user.ts';
import { earlierClients } from './earlier-clients.ts';

/** Called for each sign-in with a password, in its transaction and before its session is inserted. */
export type NoticeSignIn = (tx: Tx, user: User, client: Client) => Promise<void>;

/** Mails the user when they, or somebody with their password, sign in from where they never did before. */
export function noticeSignIn(mails: Mails, clock: Clock): NoticeSignIn {
  return async (tx, user, client) => {
    if (user.email === '') return;
    if (!isNewDevice(client, await earlierClients(tx, user.id, client.id))) return;
    await mails.newSignIn(tx, user, {
      device: deviceName(client.userAgent),
      address: client.ip,
      at: clock().toISOString(),
    });
  };
}
