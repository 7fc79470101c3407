import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { MAX_VIEWS, type View } from '@closingwire/contracts/views';

const columns = sql`id, name, sort, search, zips, side, is_start as "isStart"`;

export const findViews = (db: Queries, accountId: string): Promise<View[]> =>
  db.query<View>(sql`select ${columns} from views where account_id = ${accountId} order by lower(name), id`);

/** Returns a view; throws `missing` without such a view of the account. */
export async function findView(db: Queries, accountId: string, id: string): Promise<View> {
  const view = await db.maybe<View>(
    sql`select ${columns} from views where id = ${id} and account_id = ${accountId}`,
  );
  if (!view) throw new AppError('missing', 'not_found', 'There is no such view');
  return view;
}

/** Returns the view of an account with this name or id; throws `unknown_view` without one. */
export async function findViewNamed(db: Queries, accountId: string, named: string): Promise<View> {
  const views = await findViews(db, accountId);
  const found =
    views.find(({ id }) => id === named.toLowerCase()) ??
    views.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found) return found;
  const names = views.map(({ name }) => name).join(', ');
  const expected = names ? `expected one of ${names}` : 'the account has no saved view';
  throw new AppError('invalid', 'unknown_view', `Unknown view ${named}; ${expected}`);
}

/** Two views of an account change one after the other, so that one start view is left. */
const lockViews = (tx: Tx, accountId: string) =>
  tx.query(sql`select pg_advisory_xact_lock(7224312, hashtext(${accountId}))`);

/** Creates or replaces a view of an account. */
export async function storeView(tx: Tx, accountId: string, asked: View): Promise<View> {
  await lockViews(tx, accountId);
  const others = (await findViews(tx, accountId)).filter(({ id }) => id !== asked.id);
  if (others.some(({ name }) => name.toLowerCase() === asked.name.toLowerCase())) {
    throw new AppError('conflict', 'name_taken', 'Another view has this name');
  }
  if (others.length >= MAX_VIEWS) {
    throw new AppError('conflict', 'too_many_views', `Delete a view first: you have ${MAX_VIEWS}`);
  }
  if (asked.isStart) await tx.execute(sql`update views set is_start = false where account_id = ${accountId}`);
  const stored = await tx.maybe<View>(
    sql`insert into views as v (id, account_id, name, sort, search, zips, side, is_start)
     values (${asked.id}, ${accountId}, ${asked.name}, ${asked.sort}, ${asked.search}, ${asked.zips}::text[],
       ${asked.side}, ${asked.isStart})
     on conflict (id) do update set name = excluded.name, sort = excluded.sort, search = excluded.search,
       zips = excluded.zips, side = excluded.side, is_start = excluded.is_start
     where v.account_id = excluded.account_id
     returning ${columns}`,
  );
  if (!stored) throw new AppError('missing', 'not_found', 'There is no such view');
  return stored;
}

/** Deletes a view. A digest that had it has all ZIPs again: see `digests.view_id`. */
export async function removeView(
  db: Queries,
  accountId: string,
  id: string,
): Promise<{ removed: boolean; wasInDigest: boolean }> {
  const removed = await db.maybe<{ wasInDigest: boolean }>(
    sql`delete from views v where v.id = ${id} and v.account_id = ${accountId}
     returning exists (select from digests d where d.view_id = v.id) as "wasInDigest"`,
  );
  return { removed: removed !== undefined, wasInDigest: removed?.wasInDigest ?? false };
}
