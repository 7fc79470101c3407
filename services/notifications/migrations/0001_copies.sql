-- What the events of others said last; the highest version stands.
create table users (
  id uuid primary key,
  version integer not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  is_active boolean not null,
  is_admin boolean not null,
  email_notifications boolean not null,
  -- Forgotten on request: the row stays, empty, so that a late event cannot bring the person back.
  is_deleted boolean not null default false,
  -- Stands in the unsubscribe link; says nothing about the person.
  unsubscribe_token text not null unique
);

create table trials (
  account_id uuid primary key,
  version integer not null,
  expires_at timestamptz not null,
  has_active_payment boolean not null,
  zip_count integer not null,
  monthly_amount_cents integer not null
);

create index trials_unpaid on trials (expires_at) where not has_active_payment;

create table subscriptions (
  id uuid primary key,
  version integer not null,
  account_id uuid not null,
  zip_code text not null,
  city text not null,
  state text not null,
  created_at timestamptz not null,
  cancelled_at timestamptz
);

create index subscriptions_zip on subscriptions (zip_code) where cancelled_at is null;
create index subscriptions_account on subscriptions (account_id);

create table lead_lists (
  zip_code text primary key,
  version integer not null,
  agent_count integer not null,
  ready_at timestamptz not null
);

-- Said no by the link in a mail. Ends when the person turns notifications on again in the settings.
create table opt_outs (
  user_id uuid primary key,
  opted_out_at timestamptz not null
);
