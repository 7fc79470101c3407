-- How many deliveries there are, by state: total `deliveries`.
create function count_deliveries() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount) select 'deliveries', state, count(*) from changed group by 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount) select 'deliveries', state, -count(*) from changed group by 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount)
      values ('deliveries', old.state, -1), ('deliveries', new.state, 1);
    else
      perform clear_totals('{deliveries}');
  end case;
  return null;
end
$$;

create trigger webhook_deliveries_inserted after insert on webhook_deliveries referencing new table as changed
  for each statement execute function count_deliveries();
create trigger webhook_deliveries_deleted after delete on webhook_deliveries referencing old table as changed
  for each statement execute function count_deliveries();
create trigger webhook_deliveries_moved after update on webhook_deliveries for each row
  when (old.state is distinct from new.state) execute function count_deliveries();
create trigger webhook_deliveries_truncated after truncate on webhook_deliveries
  for each statement execute function count_deliveries();

-- After the triggers, which have waited for all who were writing.
insert into stored_totals (name, key, amount) select 'deliveries', state, count(*) from webhook_deliveries group by 2;

-- A page of the deliveries in one state, without those in others.
create index webhook_deliveries_newest_in_state on webhook_deliveries (state, created_at desc, id desc);
