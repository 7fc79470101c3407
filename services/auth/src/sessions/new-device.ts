import { isIP, isIPv4, isIPv6 } from 'node:net';
import { networkOf } from '@closingwire/chassis/network';
import type { Clock } from '@closingwire/chassis/part';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { type Device, deviceName, isNewDevice } from '../audit-log/device.ts';
import type { Mails } from '../mails/mails.ts';
import type { User } from '../users/user.ts';

/** True of audit entries that prove that the user themselves used this IP address and device. */
const SHOWS_PRESENCE = sql`action in ('sign-in', 'account-activated', 'password-changed', 'factor-verified')`;

/** Returns the devices in the user's sessions and audit entries, except the entries of this request. */
function earlierDevices(pg: Queries, userId: string, requestId: string): Promise<Device[]> {
  return pg.query<Device>(
    sql`select coalesce(host(ip), '') as ip, coalesce(user_agent, '') as "userAgent"
     from audit_log where actor_id = ${userId} and ${SHOWS_PRESENCE} and request_id is distinct from ${requestId}
     union
     select coalesce(host(ip), ''), coalesce(user_agent, '') from sessions where user_id = ${userId}`,
  );
}

type Client = Pick<RequestOrigin, 'ip' | 'id'>;

/** Returns the client's network to compare with stored IP addresses; undefined if the client has no IP address. */
function networkIn({ ip }: Client): string | undefined {
  // The database stores an IPv4 address inside IPv6 as IPv6, so compare it unchanged.
  if (isIPv6(ip) && isIPv4(networkOf(ip))) return ip;
  return isIP(ip) === 0 ? undefined : networkOf(ip);
}

/** Returns true if the user came from this network before this request. */
export async function isKnownNetwork(pg: Queries, userId: string, client: Client): Promise<boolean> {
  const network = networkIn(client);
  if (!network) return false;
  return pg.returnsRow(
    sql`select where exists (
       select from audit_log where actor_id = ${userId} and ip <<= ${network}::inet and ${SHOWS_PRESENCE}
         and request_id is distinct from ${client.id}
     ) or exists (select from sessions where user_id = ${userId} and ip <<= ${network}::inet)`,
  );
}

/**
 * Returns true if a correct authenticator code came from this network. Sign-ins do not count: a thief of the password
 * can sign in, too.
 */
export async function isNetworkOfFactor(pg: Queries, userId: string, client: Client): Promise<boolean> {
  const network = networkIn(client);
  if (!network) return false;
  return pg.returnsRow(
    sql`select from audit_log where actor_id = ${userId} and ip <<= ${network}::inet and action = 'factor-verified'
     limit 1`,
  );
}

/** `open` calls it for each sign-in with a password, before it inserts the session. */
export type NoticeSignIn = (tx: Tx, user: User, client: RequestOrigin) => Promise<void>;

/** Mails the user about a sign-in from a new device. */
export function noticeSignIn(mails: Mails, clock: Clock): NoticeSignIn {
  return async (tx, user, client) => {
    if (user.email === '') return;
    if (!isNewDevice(client, await earlierDevices(tx, user.id, client.id))) return;
    await mails.newSignIn(tx, user, {
      device: deviceName(client.userAgent),
      address: client.ip,
      at: clock().toISOString(),
    });
  };
}
