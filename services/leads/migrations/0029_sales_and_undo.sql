-- Of two sources that report the same, the one with the higher trust wins, field by field; of equal ones the newer.
alter table sources add column trust smallint not null default 50 check (trust between 0 and 100);

alter table agents
  add column source_ids smallint[],
  -- What each source said, once two of them reported the row: {source: {first, last, said, facts}}; the
  -- times in seconds, `said` when it last said something else.
  add column reports jsonb,
  -- The delivery that last changed the row.
  add column batch_id uuid,
  -- Null for rows from before. It equals `loaded_at` of the delivery that inserted the row.
  add column created_at timestamptz,
  -- Who named a contact, when first and when last (within a day); null for contacts from before.
  add column email_source_id smallint,
  add column email_first_seen_at timestamptz,
  add column email_last_seen_at timestamptz,
  add column mobile_source_id smallint,
  add column mobile_first_seen_at timestamptz,
  add column mobile_last_seen_at timestamptz,
  add column phone_source_id smallint,
  add column phone_first_seen_at timestamptz,
  add column phone_last_seen_at timestamptz;
alter table agents alter column created_at set default now();

-- A repeated report of the same facts writes `received_at` once a day: it is when the row was last seen.
alter table closings add column reports jsonb, add column batch_id uuid;

create index agents_reported_twice on agents (zip, id) where reports is not null;
create index closings_reported_twice on closings (zip, sold_date, id) where reports is not null;

-- What identifies a sale: a source's listing number, or the address (loading/sale-keys.ts). Not unique: a place is sold
-- again.
create table sale_keys (
  key text collate "C" not null,
  sale_id uuid not null,
  zip text collate "C" not null,
  -- The day of the sale, and the day that was last given under this key.
  sold_date date not null,
  stated_date date not null,
  created_at timestamptz not null default now()
);
create index sale_keys_key on sale_keys (key);

-- The ZIP up to which closings from before have their keys; null when all have.
create table sale_key_progress (zip text collate "C");
insert into sale_key_progress values ('');

-- Which delivery reported which closings: a row for each load, `closing_ids[n]` in `zips[n]`. It replaces `batch_zips`,
-- which processes of the version before still fill.
create table delivered_closings (
  batch_id uuid not null,
  loaded_at timestamptz not null default now(),
  zips text[] not null,
  closing_ids uuid[] not null
);
create index delivered_closings_batch on delivered_closings (batch_id);
create index delivered_closings_time on delivered_closings (loaded_at);

-- Sources that send retract by listing number: the keys of `sale_keys`.
create index retractions_of_numbers on retractions (listing) where listing like '#%';

-- The rows as they were before a delivery changed them, for its undo.
create table agent_changes (
  by_batch uuid not null,
  changed_at timestamptz not null default now(),
  -- In the order of the changes: a load can change a row twice.
  change_number bigint generated always as identity,
  like agents
);
create index agent_changes_row on agent_changes (zip, id);
create index agent_changes_batch on agent_changes (by_batch, zip);
create table closing_changes (
  by_batch uuid not null,
  changed_at timestamptz not null default now(),
  -- In the order of the changes: a load can change a row twice.
  change_number bigint generated always as identity,
  like closings
);
create index closing_changes_row on closing_changes (zip, id);
create index closing_changes_batch on closing_changes (by_batch, zip);

-- Closings whose ids changed when two agents proved to be one.
create table moved_closings (
  zip text collate "C" not null,
  from_id uuid not null,
  to_id uuid not null,
  moved_at timestamptz not null default now(),
  primary key (zip, from_id)
);

alter table batches
  add column undone_by uuid,
  add column undo_started_at timestamptz,
  add column undone_at timestamptz,
  -- What the undo did: {removed, restored, kept} closings.
  add column undo_counts jsonb;

-- The facts of a row of `agents` or `closings`, without its keys, its states and what follows from the reports.
create function facts_of(row_values jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_strip_nulls(row_values - '{zip,id,identity_id,sale_id,agent_id,sold_date,is_suppressed,is_deleted,created_at,
    updated_at,received_at,source_ids,listing_keys,reports,batch_id,email_source_id,email_first_seen_at,
    email_last_seen_at,mobile_source_id,mobile_first_seen_at,mobile_last_seen_at,phone_source_id,phone_first_seen_at,
    phone_last_seen_at}'::text[])
$$;

-- A row's reports with another one. A newer report overwrites, an older one fills blanks.
create function add_report(reports jsonb, source smallint, facts jsonb, received timestamptz)
returns jsonb stable parallel safe language sql as $$
  select reports || jsonb_build_object(source, jsonb_build_object(
    'first', least((r ->> 'first')::numeric, at),
    'last', greatest((r ->> 'last')::numeric, at),
    'said', case when r -> 'facts' @> facts then (r ->> 'said')::numeric else greatest((r ->> 'said')::numeric, at) end,
    'facts', case
      when at < (r ->> 'last')::numeric then facts || (r -> 'facts')
      else coalesce(r -> 'facts', '{}') || facts
    end))
  from (select reports -> source::text as r, extract(epoch from received) as at) report
$$;

-- The reports of a row that had no others.
create function first_reports(sources smallint[], facts jsonb, first_at timestamptz, last_at timestamptz)
returns jsonb stable parallel safe language sql as $$
  select coalesce(jsonb_object_agg(source, jsonb_build_object('first', extract(epoch from first_at),
    'last', extract(epoch from last_at), 'said', extract(epoch from last_at), 'facts', facts)), '{}')
  from unnest(sources) source
$$;

-- Every fact of the reports, the winning one of a name first. A place of the agent's own wins over the property's.
create function ranked_facts(reports jsonb)
returns table (name text, value jsonb, source smallint, rank bigint) stable language sql as $$
  select f.key, f.value, r.key::smallint, row_number() over (partition by f.key order by
    f.key in ('city', 'state', 'has_own_place') and r.value #>> '{facts,has_own_place}' = 'false',
    s.trust desc nulls last, (r.value -> 'said')::numeric desc nulls last, s.id)
  from jsonb_each(reports) r left join sources s on s.id = r.key::smallint
    cross join jsonb_each(r.value -> 'facts') f
$$;

create function trusted_facts(reports jsonb) returns jsonb stable language sql as $$
  select coalesce(jsonb_object_agg(name, value), '{}') from ranked_facts(reports) where rank = 1
$$;

-- The source whose value of a fact wins.
create function trusted_source(reports jsonb, fact text) returns smallint stable language sql as $$
  select source from ranked_facts(reports) where name = fact and rank = 1
$$;

-- A time of a source's report.
create function report_time(reports jsonb, source smallint, name text)
returns timestamptz immutable parallel safe language sql as $$
  select to_timestamp((reports -> source::text ->> name)::float8)
$$;

-- The reports of the sources that still report the row.
create function current_reports(reports jsonb, sources smallint[]) returns jsonb immutable parallel safe language sql as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(reports) where key::smallint = any(sources)
$$;
