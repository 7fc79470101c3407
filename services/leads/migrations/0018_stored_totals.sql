-- How many flags there are, by status: total `flags`.
create function count_flags() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount) select 'flags', status, count(*) from changed group by 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount) select 'flags', status, -count(*) from changed group by 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount) values ('flags', old.status, -1), ('flags', new.status, 1);
    else
      perform clear_totals('{flags}');
  end case;
  return null;
end
$$;

create trigger lead_flags_inserted after insert on lead_flags referencing new table as changed
  for each statement execute function count_flags();
create trigger lead_flags_deleted after delete on lead_flags referencing old table as changed
  for each statement execute function count_flags();
create trigger lead_flags_moved after update on lead_flags for each row
  when (old.status is distinct from new.status) execute function count_flags();
create trigger lead_flags_truncated after truncate on lead_flags for each statement execute function count_flags();

-- After the triggers, which have waited for all who were writing.
insert into stored_totals (name, key, amount) select 'flags', status, count(*) from lead_flags group by 2;
