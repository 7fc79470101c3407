-- How many ZIPs each state has, so that a page of the catalogue need not count 41,000 rows.
create table zip_counts (
  state text collate "C" primary key,
  zips integer not null
);

insert into zip_counts (state, zips) select state, count(*) from zips group by state;

create function count_zips() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from zip_counts;
  elsif tg_op = 'INSERT' then
    -- In the order of the states, so that two imports do not wait for one another in a circle.
    insert into zip_counts as c (state, zips)
    select state, count(*) from changed group by state order by state
    on conflict (state) do update set zips = c.zips + excluded.zips;
  else
    update zip_counts c set zips = c.zips - gone.zips
    from (select state, count(*) as zips from changed group by state) gone where gone.state = c.state;
  end if;
  return null;
end
$$;

create trigger zips_inserted after insert on zips referencing new table as changed
  for each statement execute function count_zips();
create trigger zips_deleted after delete on zips referencing old table as changed
  for each statement execute function count_zips();
create trigger zips_truncated after truncate on zips for each statement execute function count_zips();
