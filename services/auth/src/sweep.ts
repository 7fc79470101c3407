import type { Task } from '@closingwire/chassis/jobs';
import type { Pg } from '@closingwire/chassis/pg';

/** Removes what nobody can use any more. */
export function sweep(pg: Pg): Task {
  return async () => {
    await pg.query(`delete from mailed_tokens where expires_at < now() - interval '7 days'`);
    await pg.query(`delete from mfa_challenges where created_at < now() - interval '1 day'`);
    await pg.query(`delete from sessions where not_after < now() - interval '1 day'`);
    await pg.query(`delete from flow_states where created_at < now() - interval '7 days'`);
    await pg.query(`delete from asked_mails where at < now() - interval '1 day'`);
    await pg.query('delete from attempts where expire < $1', [Date.now()]);
  };
}
