create table ingestion_keys (
  id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- One ingestion request. It is done when as many parts are loaded as the request says it sent.
create table batches (
  id uuid primary key,
  key_id uuid not null,
  state text not null check (state in ('receiving', 'loading', 'done', 'failed')),
  accepted integer not null default 0,
  rejected integer not null default 0,
  expected_parts integer,
  loaded_parts integer not null default 0,
  loaded integer not null default 0,
  failure text,
  started_at timestamptz not null,
  -- While receiving: when the process that receives was last at work.
  seen_at timestamptz not null,
  finished_at timestamptz
);

create index batches_open on batches (seen_at) where state in ('receiving', 'loading');
create index batches_by_start on batches (started_at);

-- The parts that are in the store: the inbox of the load workers.
create table batch_parts (
  batch_id uuid not null,
  part integer not null,
  loaded_at timestamptz not null default now(),
  primary key (batch_id, part)
);

create table batch_zips (
  batch_id uuid not null,
  zip text collate "C" not null,
  primary key (batch_id, zip)
);

create table rejects (
  batch_id uuid not null,
  line integer not null,
  field text not null,
  message text not null,
  primary key (batch_id, line)
);
