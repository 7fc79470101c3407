import type { Clock } from '@closingwire/chassis/clock';
import type { Tx } from '@closingwire/chassis/pg';
import type { Client } from '../audit.ts';
import { deviceName, isNewDevice } from '../device.ts';
import type { Mails } from '../mails/mails.ts';
import type { User } from '../users/user.ts';
import { earlierClients } from './earlier-clients.ts';

/** Told of each sign-in with a password, in its transaction and before its session is there. */
export type NoticeSignIn = (tx: Tx, user: User, client: Client) => Promise<void>;

/** Mails a person when she, or somebody with her password, comes from where she never came before. */
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
