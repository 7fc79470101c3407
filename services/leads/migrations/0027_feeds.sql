-- Feeds by the RESO Web API: at most one of a source, with its settings and its state.
create table feeds (
  source_id smallint primary key references sources,
  url text not null,
  auth text not null check (auth in ('client', 'token')),
  token_url text,
  client_id text,
  -- AES-256-GCM with a key from SERVICE_SECRET (chassis/secret-box).
  sealed_secret text not null,
  originating_system text,
  every_minutes integer not null,
  is_paused boolean not null default false,
  -- Increased by each change of the settings: a pull with older ones may not move the watermark.
  version integer not null default 1,
  -- The first pull takes closings modified after it.
  pulls_from timestamptz not null,
  watermark timestamptz not null,
  is_stopped boolean not null default false,
  failures integer not null default 0,
  fault_status integer,
  fault_message text,
  fault_at timestamptz,
  pulling_since timestamptz,
  last_run_at timestamptz,
  last_success_at timestamptz,
  compared_at timestamptz not null,
  next_run_at timestamptz not null,
  listings bigint not null default 0,
  lead_rows bigint not null default 0,
  left_out bigint not null default 0,
  retracted bigint not null default 0
);

-- Requests by minute, for the limits of an hour and a day.
create table feed_requests (
  source_id smallint not null,
  minute timestamptz not null,
  requests integer not null,
  primary key (source_id, minute)
);

-- The listings that a feed has reported, as of `modified_at`.
create table feed_listings (
  source_id smallint not null,
  listing_key text not null,
  modified_at timestamptz not null,
  -- shown: its rows were sent; left-out: a lease, land or without an agent; retracted: the server withdrew it.
  state text not null check (state in ('shown', 'left-out', 'retracted')),
  -- Hash of what identifies its closings: place, day, number, agents. Another one replaces them.
  identity text,
  -- Hash of the row as the server wrote it: an equal one is not sent again.
  content text,
  -- When a comparison of keys last found it on the server.
  seen_at timestamptz,
  primary key (source_id, listing_key)
) with (fillfactor = 80);

-- Each listing that reported a closing, as `<source>:<key>`, so that the source can retract it.
alter table closings add column listing_keys text[];
create index closings_by_listing on closings using gin (listing_keys) where listing_keys is not null;

-- Retracted listings, by the same keys. Rows received until then and loaded later do not show them.
create table retractions (
  listing text primary key,
  retracted_at timestamptz not null
);
