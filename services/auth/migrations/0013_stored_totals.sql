-- How many users there are, by the day in UTC on which they signed up: total `users` by day.
create function count_users() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount)
      select 'users', utc_day(created_at), count(*) from changed where deleted_at is null group by 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount)
      select 'users', utc_day(created_at), -count(*) from changed where deleted_at is null group by 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount)
      select 'users', utc_day(old.created_at), -1 where old.deleted_at is null
      union all select 'users', utc_day(new.created_at), 1 where new.deleted_at is null;
    else
      perform clear_totals('{users}');
  end case;
  return null;
end
$$;

create trigger users_inserted after insert on users referencing new table as changed
  for each statement execute function count_users();
create trigger users_deleted after delete on users referencing old table as changed
  for each statement execute function count_users();
-- For each row, so that a sign-in, which changes neither, costs nothing.
create trigger users_counted_anew after update on users for each row
  when ((old.deleted_at is null, old.created_at) is distinct from (new.deleted_at is null, new.created_at))
  execute function count_users();
create trigger users_truncated after truncate on users for each statement execute function count_users();

-- After the triggers, which have waited for all who were writing.
insert into stored_totals (name, key, amount)
select 'users', utc_day(created_at), count(*) from users where deleted_at is null group by 2;

-- A page of the users ends within those of one instant, who may be many.
create index users_newest on users (created_at desc, id);
drop index users_created_at;
