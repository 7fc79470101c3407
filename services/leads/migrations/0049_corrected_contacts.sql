-- The first row of a corrected agent in a further ZIP is looked up by the agent.
create index agents_corrected on agents (identity_id) where corrections is not null;

create function with_contact(contacts text[], contact text) returns text[] immutable parallel safe language sql as $$
  select case when contact is null or contact = any(contacts) then contacts else coalesce(contacts, '{}') || contact end
$$;

-- As in 0047; the sources' contact stays among the further ones, because an opt-out with it must find the agent.
create or replace function keep_corrections() returns trigger language plpgsql as $$
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
  new := jsonb_populate_record(new, (
    select jsonb_object_agg(key, value -> 'is')
      || coalesce(jsonb_object_agg(key || '_source_id', null::text) filter (where key in ('email', 'mobile', 'phone')), '{}')
      || coalesce(jsonb_object_agg(key || '_first_seen_at', value -> 'at') filter (where key in ('email', 'mobile', 'phone')), '{}')
      || coalesce(jsonb_object_agg(key || '_last_seen_at', value -> 'at') filter (where key in ('email', 'mobile', 'phone')), '{}')
    from jsonb_each(new.corrections)));
  if tg_table_name = 'agents' then
    new.other_emails := with_contact(new.other_emails, new.corrections #>> '{email,was}');
    new.other_phones := with_contact(new.other_phones, new.corrections #>> '{mobile,was}');
    new.other_phones := with_contact(new.other_phones, new.corrections #>> '{phone,was}');
  end if;
  return new;
end
$$;

-- Agents who were corrected before.
update agents set updated_at = now() where corrections is not null;
