-- Comparisons of billing, catalog, leads and the payment provider.
create table book_runs (
  id uuid primary key,
  -- comparing: the first look; confirming: what differed is read again; done; given-up: nothing came of it for hours
  state text not null check (state in ('comparing', 'confirming', 'done', 'given-up')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Of the last try of a run that is not over.
  failure text,
  accounts integer not null default 0,
  claims integer not null default 0,
  batches integer not null default 0,
  -- Whether an admin allowed repairs of kinds with unusually many differences.
  repairs_many boolean not null default false,
  -- Differences that were open at its end.
  left_open integer
);

-- One run at a time.
create unique index book_runs_one_under_way on book_runs ((true)) where state in ('comparing', 'confirming');
create index book_runs_by_start on book_runs (started_at);

create table book_differences (
  id uuid primary key,
  kind text not null,
  -- The account, claim, batch or provider's subscription that it is about.
  subject text not null,
  account_id uuid,
  -- What each side has: [{side, text}].
  seen jsonb not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Null while only the first look has seen it: it may be on its way.
  confirmed_at timestamptz,
  resolved_at timestamptz
);

create unique index book_differences_one_unresolved on book_differences (kind, subject) where resolved_at is null;
create index book_differences_by_end on book_differences (resolved_at) where resolved_at is not null;

-- The live subscriptions at the provider, as the run that is under way has read them.
create table book_live_subscriptions (
  id text primary key,
  customer_id text not null,
  quantity integer not null,
  -- The account that its metadata names.
  account_id uuid
);

create index book_live_subscriptions_of_customer on book_live_subscriptions (customer_id);
