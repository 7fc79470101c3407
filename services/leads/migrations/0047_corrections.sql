-- What an admin corrected, by column: {"price": {"is": …, "was": …, "at": …}}. `was` is what the sources say.
alter table agents add column corrections jsonb;
alter table closings add column corrections jsonb;

-- Keeps hidden closings hidden and corrected values as they are, whatever statement updates the row, and remembers the
-- values that it brought. A corrected contact has no source; it is as old as its correction.
create function keep_corrections() returns trigger language plpgsql as $$
declare
  given jsonb;
begin
  if tg_table_name = 'closings' then
    new.is_suppressed := new.is_suppressed or new.hidden_at is not null;
  end if;
  if new.corrections is null then
    return new;
  end if;
  if new.corrections = old.corrections then
    given := to_jsonb(new);
    new.corrections := (
      select jsonb_object_agg(key, case when given -> key = value -> 'is' then value
        else jsonb_set(value, '{was}', given -> key) end)
      from jsonb_each(new.corrections));
  end if;
  return jsonb_populate_record(new, (
    select jsonb_object_agg(key, value -> 'is')
      || coalesce(jsonb_object_agg(key || '_source_id', null::text) filter (where key in ('email', 'mobile', 'phone')), '{}')
      || coalesce(jsonb_object_agg(key || '_first_seen_at', value -> 'at') filter (where key in ('email', 'mobile', 'phone')), '{}')
      || coalesce(jsonb_object_agg(key || '_last_seen_at', value -> 'at') filter (where key in ('email', 'mobile', 'phone')), '{}')
    from jsonb_each(new.corrections)));
end
$$;

create trigger keep_corrections before update on agents for each row
  when (new.corrections is not null) execute function keep_corrections();
create trigger keep_corrections before update on closings for each row
  when (new.corrections is not null or new.hidden_at is not null) execute function keep_corrections();

-- The corrections of a row after new values. A value that the sources say, too, is no correction. Null if none is left.
create function corrected(row_values jsonb, given jsonb, corrected_at timestamptz)
returns jsonb stable language sql as $$
  select jsonb_object_agg(key, correction) from (
    select g.key, jsonb_build_object('is', g.value, 'was', w.was, 'at', corrected_at) as correction
    from jsonb_each(given) g cross join lateral (
      select coalesce(row_values -> 'corrections' -> g.key -> 'was', row_values -> g.key) as was) w
    where g.value <> w.was
    union all
    select key, value from jsonb_each(
      case when jsonb_typeof(row_values -> 'corrections') = 'object' then row_values -> 'corrections' else '{}' end)
    where not given ? key) c
$$;

create function uncorrected(corrections jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_object_agg(key, value -> 'was') from jsonb_each(corrections)
$$;

-- As in 0029; of a corrected row, it gives what the sources say.
create or replace function facts_of(row_values jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_strip_nulls((case when jsonb_typeof(row_values -> 'corrections') = 'object'
      then row_values || uncorrected(row_values -> 'corrections') else row_values end)
    - '{zip,id,identity_id,sale_id,agent_id,sold_date,is_suppressed,is_deleted,created_at,
    updated_at,received_at,source_ids,listing_keys,reports,batch_id,email_source_id,email_first_seen_at,
    email_last_seen_at,mobile_source_id,mobile_first_seen_at,mobile_last_seen_at,phone_source_id,phone_first_seen_at,
    phone_last_seen_at,hidden_at,hidden_by,corrections}'::text[])
$$;
