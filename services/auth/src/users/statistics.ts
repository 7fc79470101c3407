import type { Queries } from '@closingwire/chassis/pg';

export type SignUpDay = { day: string; signUps: number };

/** The users that there are, by the day in UTC on which they signed up: each of so many days up to today. */
export async function signUpsByDay(
  pg: Queries,
  days: number,
  now: Date,
): Promise<{ total: number; days: SignUpDay[] }> {
  const rows = await pg.query<SignUpDay & { total: number }>(
    `select d.day::date as day, count(u.id)::int as "signUps",
       (select count(*)::int from users where deleted_at is null) as total
     from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1,
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join users u on u.deleted_at is null and u.created_at >= d.day at time zone 'UTC'
       and u.created_at < (d.day + interval '1 day') at time zone 'UTC'
     group by 1 order by 1`,
    [now, days],
  );
  return { total: rows[0]?.total ?? 0, days: rows.map(({ day, signUps }) => ({ day, signUps })) };
}
