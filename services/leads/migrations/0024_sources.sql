-- Who delivers leads, and what the license of a source permits.
create table sources (
  id smallint generated always as identity primary key,
  name text not null unique,
  -- key: pushes with ingestion keys; file: files of admins; reso: pulled by the RESO Web API.
  kind text not null check (kind in ('key', 'file', 'reso')),
  license text,
  permitted_uses text[] not null default '{lists,exports,api}',
  -- Null: every state.
  states text[],
  expires_at timestamptz,
  contact text,
  -- Exports and the API must name the source.
  must_be_named boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

insert into sources (name, kind) values ('Files of admins', 'file');
insert into sources (name, kind) select distinct name, 'key' from ingestion_keys on conflict do nothing;

alter table ingestion_keys add column source_id smallint references sources;
update ingestion_keys k set source_id = s.id from sources s where s.name = k.name;

alter table batches add column source_id smallint;

-- The sources that reported a closing; null for closings from before. One that every source has lost is hidden.
alter table closings add column source_ids smallint[];
