-- Totals of large tables, kept by triggers of the services. A change adds a row, so that no transaction waits for
-- another; `foldTotals` makes one row of those of a key.
create table stored_totals (
  name text collate "C" not null,
  key text collate "C" not null,
  amount bigint not null
);

create index stored_totals_by_key on stored_totals (name, key) include (amount);

-- Days and hours as keys of totals; they sort as they follow one another, and an hour begins with its day.
create function utc_day(at timestamptz) returns text stable parallel safe language sql as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD')
$$;

create function utc_hour(at timestamptz) returns text stable parallel safe language sql as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24')
$$;

-- For a table that was truncated. Adds the opposite instead of deleting, for a fold may run beside it.
create function clear_totals(names text[]) returns void language sql as $$
  insert into stored_totals (name, key, amount)
  select name, key, -sum(amount) from stored_totals where name = any (names) group by name, key
$$;
