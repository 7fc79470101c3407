-- Makes the triggers that keep the totals of a table. `counted` selects (name, key, amount) for a row `r`; `totals` are
-- its names. An update that changes none of the `columns` costs nothing.
create function keep_totals(counted_table text, totals text[], columns text[], counted text)
returns void language plpgsql as $keep_totals$
declare
  counter text := counted_table || '_counted';
  olds text := (select string_agg('old.' || name, ', ') from unnest(columns) name);
  news text := (select string_agg('new.' || name, ', ') from unnest(columns) name);
begin
  execute format($counter$
    create function %1$I() returns trigger language plpgsql as $trigger$
    begin
      case tg_op
        when 'INSERT' then
          insert into stored_totals (name, key, amount)
          select t.name, t.key, sum(t.amount) from changed r, lateral (%2$s) t (name, key, amount) group by 1, 2;
        when 'DELETE' then
          insert into stored_totals (name, key, amount)
          select t.name, t.key, -sum(t.amount) from changed r, lateral (%2$s) t (name, key, amount) group by 1, 2;
        when 'UPDATE' then
          insert into stored_totals (name, key, amount)
          select t.name, t.key, sum(r.sign * t.amount)
          from (select -1 as sign, old.* union all select 1, new.*) r, lateral (%2$s) t (name, key, amount)
          group by 1, 2 having sum(r.sign * t.amount) <> 0;
        else
          perform clear_totals(%3$L);
      end case;
      return null;
    end
    $trigger$
  $counter$, counter, counted, totals);

  execute format('create trigger %I after insert on %I referencing new table as changed
    for each statement execute function %I()', counted_table || '_inserted', counted_table, counter);
  execute format('create trigger %I after delete on %I referencing old table as changed
    for each statement execute function %I()', counted_table || '_deleted', counted_table, counter);
  execute format('create trigger %I after update on %I for each row
    when ((%s) is distinct from (%s)) execute function %I()',
    counted_table || '_updated', counted_table, olds, news, counter);
  execute format('create trigger %I after truncate on %I
    for each statement execute function %I()', counted_table || '_truncated', counted_table, counter);
end
$keep_totals$;
