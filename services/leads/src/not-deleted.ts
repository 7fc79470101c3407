import { type Sql, sql } from '@closingwire/chassis/pg';

/** The condition that an account is not deleted. The share lock waits for a concurrent deletion. */
export const isNotDeleted = (accountId: Sql): Sql =>
  sql`(select u.status from users u where u.id = ${accountId} for share) is distinct from 'deleted'`;
