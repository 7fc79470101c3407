-- Events wait here between the commit that made them and the bus.
create table outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null unique,
  topic text not null,
  key text not null,
  headers jsonb not null,
  data jsonb not null,
  -- What the relay needs to create a topic that is not there yet.
  partitions integer not null,
  retention_hours integer not null,
  created_at timestamptz not null default now()
);

-- An event that a consumer group has handled; written in the transaction of the effect.
create table inbox (
  consumer text not null,
  event_id uuid not null,
  handled_at timestamptz not null default now(),
  primary key (consumer, event_id)
);

create index inbox_handled_at on inbox (handled_at);
