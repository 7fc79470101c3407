import { isIP, isIPv4, isIPv6 } from 'node:net';
import { networkOf } from '@closingwire/chassis/network';
import type { Clock } from '@closingwire/chassis/part';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import sql from 'sql-template-tag';
import { deviceName, isNewDevice } from '../audit-log/device.ts';
import type { Mails } from '../mails/mails.ts';
import type { User } from '../users/user.ts';

type SeenClient = { ip: string; userAgent: string };

/** Entries whose actor is the user themselves, at the client of the entry. */
const SHOWS_PRESENCE = sql`action in ('sign-in', 'account-activated', 'password-changed', 'factor-verified')`;

/** From where a user was here before this request: by the audit log, and by their sessions of any kind. */
function earlierClients(pg: Queries, userId: string, requestId: string): Promise<SeenClient[]> {
  return pg.query<SeenClient>(
    sql`select coalesce(host(ip), '') as ip, coalesce(user_agent, '') as "userAgent"
     from audit_log where actor_id = ${userId} and ${SHOWS_PRESENCE} and request_id is distinct from ${requestId}
     union
     select coalesce(host(ip), ''), coalesce(user_agent, '') from sessions where user_id = ${userId}`,
  );
}

type At = { ip: string; id: string };

/** The network of an address as the database reads it; undefined for what is no address. */
function networkIn({ ip }: At): string | undefined {
  // IPv4 inside IPv6 is stored as it came.
  if (isIPv6(ip) && isIPv4(networkOf(ip))) return ip;
  return isIP(ip) === 0 ? undefined : networkOf(ip);
}

/** Whether the user was here before this request from the network of its address. */
export async function isKnownNetwork(pg: Queries, userId: string, client: At): Promise<boolean> {
  const network = networkIn(client);
  if (!network) return false;
  const { isKnown } = await pg.one<{ isKnown: boolean }>(
    sql`select exists (
       select from audit_log where actor_id = ${userId} and ip <<= ${network}::inet and ${SHOWS_PRESENCE}
         and request_id is distinct from ${client.id}
     ) or exists (select from sessions where user_id = ${userId} and ip <<= ${network}::inet) as "isKnown"`,
  );
  return isKnown;
}

/**
 * Whether the user gave a right code of an authenticator from the network of this address. That they signed in there
 * proves nothing: a thief of the password did, too.
 */
export async function isNetworkOfFactor(pg: Queries, userId: string, client: At): Promise<boolean> {
  const network = networkIn(client);
  if (!network) return false;
  const { isKnown } = await pg.one<{ isKnown: boolean }>(
    sql`select exists (
       select from audit_log where actor_id = ${userId} and ip <<= ${network}::inet and action = 'factor-verified'
     ) as "isKnown"`,
  );
  return isKnown;
}

/** Called for each sign-in with a password, in its transaction and before its session is inserted. */
export type NoticeSignIn = (tx: Tx, user: User, client: RequestOrigin) => Promise<void>;

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
