import type { Queries } from '@closingwire/chassis/pg';

export type LeadDay = { day: string; received: number; rejected: number };

/** Rows that sources sent, by the day in UTC on which their batch began: each of so many days up to today. */
export function leadsByDay(db: Queries, days: number, now: Date): Promise<LeadDay[]> {
  return db.query<LeadDay>(
    `select d.day::date as day, coalesce(sum(b.accepted), 0)::int as received,
       coalesce(sum(b.rejected), 0)::int as rejected
     from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1,
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join batches b on b.started_at >= d.day at time zone 'UTC'
       and b.started_at < (d.day + interval '1 day') at time zone 'UTC'
     group by 1 order by 1`,
    [now, days],
  );
}
