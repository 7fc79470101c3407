-- What an admin corrected, by column: {"price": {"is": …, "was": …, "at": …, "with": {…}}}. `was` is what the sources say;
-- `with` has the columns that belong to it: of a contact its source and times, of a phone its extension.
alter table agents add column corrections jsonb;
alter table closings add column corrections jsonb;
-- A further side of a corrected sale is looked up by the sale.
create index closings_corrected on closings (zip, sale_id) where corrections is not null;

-- The columns that belong to a field.
create function companions_of(field text) returns text[] immutable parallel safe language sql as $$
  select case when field in ('email', 'mobile', 'phone')
    then array[field || '_source_id', field || '_first_seen_at', field || '_last_seen_at']
    || case when field = 'phone' then array['phone_extension'] else '{}' end else '{}' end
$$;

-- The values that corrections replace, by column.
create function uncorrected(corrections jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_object_agg(name, said) from (
    select key, value -> 'was' from jsonb_each(corrections)
    union all
    select w.key, w.value from jsonb_each(corrections) c cross join jsonb_each(c.value -> 'with') w) replaced (name, said)
$$;

-- A row as the sources say it.
create function sourced(row_values jsonb) returns jsonb immutable parallel safe language sql as $$
  select case when jsonb_typeof(row_values -> 'corrections') = 'object'
    then row_values || uncorrected(row_values -> 'corrections') else row_values end
$$;

-- What the sources say of a field, as a correction keeps it. `sourced_row` is without corrections.
create function said_of(sourced_row jsonb, field text) returns jsonb immutable parallel safe language sql as $$
  select jsonb_build_object('was', sourced_row -> field, 'with', coalesce(
    (select jsonb_object_agg(name, sourced_row -> name) from unnest(companions_of(field)) name), '{}'))
$$;

-- A correction after a statement brought another value. A contact that was said before keeps its source and first day.
create function said_again(correction jsonb, given jsonb, field text) returns jsonb stable parallel safe language sql as $$
  select case when given -> field = correction -> 'is' then correction
    when given -> field = correction -> 'was' and cardinality(companions_of(field)) > 0 then
      jsonb_set(correction, '{with}', said_of(given, field) -> 'with' || jsonb_build_object(
        field || '_source_id', coalesce(nullif(correction -> 'with' -> (field || '_source_id'), 'null'), given -> (field || '_source_id')),
        field || '_first_seen_at', least((correction -> 'with' ->> (field || '_first_seen_at'))::timestamptz,
          (given ->> (field || '_first_seen_at'))::timestamptz)))
    else correction || said_of(given, field) end
$$;

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

-- Remembers the values that a statement brought to a corrected row. A corrected phone has no extension.
create function hold_source_values() returns trigger language plpgsql as $$
declare
  given jsonb := to_jsonb(new);
begin
  if new.corrections = old.corrections then
    new.corrections := (select jsonb_object_agg(key, said_again(value, given, key)) from jsonb_each(new.corrections));
  end if;
  if new.corrections ? 'phone' then
    new := jsonb_populate_record(new, '{"phone_extension": null}');
  end if;
  return new;
end
$$;

-- By their names, these run before `keep_corrections`.
create trigger hold_source_values before update on agents for each row
  when (new.corrections is not null) execute function hold_source_values();
create trigger hold_source_values before update on closings for each row
  when (new.corrections is not null) execute function hold_source_values();

-- The corrections of a row after new values. A value that the sources say, too, is no correction. Null if none is left.
create function corrected(row_values jsonb, given jsonb, corrected_at timestamptz)
returns jsonb stable language sql as $$
  select jsonb_object_agg(key, correction) from (
    select g.key, said_of(s.said, g.key) || jsonb_build_object('is', g.value, 'at', corrected_at) as correction
    from jsonb_each(given) g cross join (select sourced(row_values) as said) s
    where g.value <> s.said -> g.key
    union all
    select key, value from jsonb_each(coalesce(nullif(row_values -> 'corrections', 'null'), '{}'))
    where not given ? key) c
$$;

-- The corrections of a row that is joined with another row. Null if none is left.
create function joined_corrections(kept jsonb, other jsonb) returns jsonb stable language sql as $$
  select jsonb_object_agg(key, value || said_of(said, key))
  from (select sourced(kept) as k, sourced(other) as o) s
    cross join jsonb_each(coalesce(nullif(other -> 'corrections', 'null'), '{}') || coalesce(nullif(kept -> 'corrections', 'null'), '{}'))
    cross join lateral (select case when k -> key = 'null' then o else k end as said) either
  where value -> 'is' <> said -> key
$$;

-- The corrections of an agent's rows, {column: value}; of one field, the newest. Null without any.
create function corrections_of(identity uuid) returns jsonb stable language sql as $$
  select jsonb_object_agg(key, value -> 'is') from (
    select distinct on (c.key) c.key, c.value from agents a cross join jsonb_each(a.corrections) c
    where a.identity_id = identity and a.corrections is not null
    order by c.key, (c.value ->> 'at')::timestamptz desc) newest
$$;

-- As in 0029; of a corrected row, it gives what the sources say.
create or replace function facts_of(row_values jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_strip_nulls(sourced(row_values)
    - '{zip,id,identity_id,sale_id,agent_id,sold_date,is_suppressed,is_deleted,created_at,
    updated_at,received_at,source_ids,listing_keys,reports,batch_id,email_source_id,email_first_seen_at,
    email_last_seen_at,mobile_source_id,mobile_first_seen_at,mobile_last_seen_at,phone_source_id,phone_first_seen_at,
    phone_last_seen_at,hidden_at,hidden_by,corrections}'::text[])
$$;
