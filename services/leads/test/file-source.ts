import { type Pg, sql } from '@closingwire/chassis/pg';

/** Returns the id of the source for files of admins; a test that adds another one must name it. */
export async function fileSourceOf(pg: Pg): Promise<string> {
  const { id } = await pg.one<{ id: string }>(
    sql`select id::text from sources where name = 'Files of admins'`,
  );
  return id;
}
