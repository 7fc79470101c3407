import { networkOf } from '@closingwire/chassis/network';
import type { Queries } from '@closingwire/chassis/pg';

type SeenClient = { ip: string; userAgent: string };

/** From where a user was here before this request: by the audit log, and by their sessions of any kind. */
export function earlierClients(pg: Queries, userId: string, requestId: string): Promise<SeenClient[]> {
  return pg.query<SeenClient>(
    `select coalesce(host(ip), '') as ip, coalesce(user_agent, '') as "userAgent"
     from audit_log where actor_id = $1 and action in ('sign-in', 'account-activated', 'password-changed')
       and request_id is distinct from $2
     union
     select coalesce(host(ip), ''), coalesce(user_agent, '') from sessions where user_id = $1`,
    [userId, requestId],
  );
}

/** Whether the user was here before from the network of this address. */
export async function isKnownNetwork(
  pg: Queries,
  userId: string,
  client: { ip: string; id: string },
): Promise<boolean> {
  const network = networkOf(client.ip);
  const seen = await earlierClients(pg, userId, client.id);
  return seen.some(({ ip }) => networkOf(ip) === network);
}
