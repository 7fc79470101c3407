import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';

export type LoggedExport = {
  userId: string;
  format: 'csv' | 'json' | 'xlsx';
  filters: object;
  from: { id: string; ip: string; userAgent: string };
};

/** Logs an export before its first row is sent. */
export async function insertExport(db: Queries, { userId, format, filters, from }: LoggedExport, at: Date) {
  await db.execute(
    sql`insert into export_log (at, user_id, format, filters, ip, user_agent, request_id)
     values (${at}, ${userId}, ${format}, ${filters}, nullif(${from.ip}, '')::inet, ${from.userAgent}, ${from.id})`,
  );
}

/** Keeps that rows were exported; removes the user's filters and address. */
export async function blankExports(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update export_log set ip = null, user_agent = null, filters = '{}' where user_id = ${userId}`,
  );
}
