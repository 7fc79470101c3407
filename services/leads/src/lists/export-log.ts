import type { Queries, Tx } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';

export type LoggedExport = {
  userId: string;
  format: 'csv' | 'json';
  filters: object;
  from: { id: string; ip: string; userAgent: string };
};

/** Notes an export before its first row leaves. */
export async function insertExport(db: Queries, { userId, format, filters, from }: LoggedExport, at: Date) {
  await db.execute(
    sql`insert into export_log (at, user_id, format, filters, ip, user_agent, request_id)
     values (${at}, ${userId}, ${format}, ${filters}, nullif(${from.ip}, '')::inet, ${from.userAgent}, ${from.id})`,
  );
}

/** That rows were exported stays; from where, and which, goes with the user. */
export async function blankExports(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update export_log set ip = null, user_agent = null, filters = '{}' where user_id = ${userId}`,
  );
}
