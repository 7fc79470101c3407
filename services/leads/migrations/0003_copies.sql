-- Copies of what other services own, kept from their events; the highest version wins.
create table accounts (
  id uuid primary key,
  version integer not null,
  trial_expires_at timestamptz not null,
  has_active_payment boolean not null,
  monthly_amount_cents integer not null
);

create table subscriptions (
  id uuid primary key,
  account_id uuid not null,
  zip text collate "C" not null,
  version integer not null,
  cancelled_at timestamptz
);

create index subscriptions_active on subscriptions (account_id, zip) where cancelled_at is null;
create index subscriptions_active_zips on subscriptions (zip) where cancelled_at is null;

create table users (
  id uuid primary key,
  version integer not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  status text not null check (status in ('active', 'suspended', 'deleted')),
  activated_at timestamptz not null
);

create table zips (
  zip text collate "C" primary key,
  version integer not null,
  scrape_active boolean not null
);

-- A ZIP is asked for once a day.
create table refresh_requests (
  zip text collate "C" not null,
  day date not null,
  requested_at timestamptz not null,
  primary key (zip, day)
);
