create table webhook_deliveries (
  -- Also the webhook-id that the receiver sees, the same at every attempt.
  id uuid primary key,
  zip_code text collate "C" not null references zips,
  user_id uuid not null,
  reason text not null check (reason in ('assigned', 'refresh')),
  state text not null check (state in ('pending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz
);

create index webhook_deliveries_pending on webhook_deliveries (zip_code) where state = 'pending';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where state <> 'pending';

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  attempt integer not null,
  url text not null,
  -- The receiver's answer, or why there was none.
  http_status integer,
  error text,
  duration_ms integer not null,
  at timestamptz not null,
  primary key (delivery_id, attempt)
);
