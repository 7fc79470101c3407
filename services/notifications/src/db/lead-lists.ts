import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { leadListReady } from '@closingwire/contracts/leads';
import type { z } from 'zod';

export async function keepLeadList(tx: Tx, list: z.output<(typeof leadListReady)['data']>): Promise<void> {
  await tx.query(
    `insert into lead_lists (zip_code, version, agent_count, ready_at) values ($1, $2, $3, $4)
     on conflict (zip_code) do update set version = excluded.version, agent_count = excluded.agent_count,
       ready_at = excluded.ready_at
     where lead_lists.version < excluded.version`,
    [list.zipCode, list.version, list.agentCount, list.readyAt],
  );
}

export type ReadyList = {
  subscriptionId: string;
  userId: string;
  email: string;
  firstName: string;
  zipCode: string;
  city: string;
  state: string;
  agentCount: number;
};

/**
 * The subscriptions of a ZIP, or of a person, whose list has come since they began and whose owner is known:
 * whichever of list, subscription and person arrives last finds the other two here. The two times are of two
 * processes, whose clocks may differ: a list of the two hours before counts as come since.
 */
export function readyListsOf(
  queries: Queries,
  { zipCode, userId }: { zipCode?: string; userId?: string },
): Promise<ReadyList[]> {
  return queries.query<ReadyList>(
    `select s.id as "subscriptionId", u.id as "userId", u.email, u.first_name as "firstName",
            s.zip_code as "zipCode", s.city, s.state, l.agent_count as "agentCount"
     from subscriptions s
     join lead_lists l on l.zip_code = s.zip_code and l.ready_at >= s.created_at - interval '2 hours'
     join users u on u.id = s.account_id and u.is_active
     where s.cancelled_at is null
       and ($1::text is null or s.zip_code = $1) and ($2::uuid is null or s.account_id = $2)
       and not exists (select from mails m where m.template = 'list-ready' and m.subject_key = s.id::text)`,
    [zipCode ?? null, userId ?? null],
  );
}
