create table subscriptions (
  id uuid primary key,
  version integer not null default 1,
  account_id uuid not null references accounts,
  zip_code text not null,
  city text not null,
  state text not null,
  industry text not null,
  kind text not null check (kind in ('trial', 'paid', 'granted')),
  -- The claim at the catalogue that this subscription confirms.
  claim_id uuid not null unique,
  created_at timestamptz not null,
  cancelled_at timestamptz
);

create unique index subscriptions_one_active on subscriptions (account_id, zip_code) where cancelled_at is null;

-- Claims that ended before we heard that they began.
create table released_claims (
  id uuid primary key
);

-- When the list of a ZIP last changed, from leads.
create table lead_lists (
  zip_code text primary key,
  version integer not null,
  ready_at timestamptz not null
);

create table settings (
  key text primary key,
  version integer not null,
  value text not null
);
