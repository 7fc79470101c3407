create table claims (
  id uuid primary key,
  zip_code text collate "C" not null references zips,
  industry text not null,
  user_id uuid not null,
  state text not null check (state in ('held', 'confirmed', 'released')),
  assigned_by text not null check (assigned_by in ('subscription', 'admin')),
  -- The order that holds it; null for an admin's assignment.
  intent_id uuid,
  -- The subscription that confirmed it.
  subscription_id uuid,
  held_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (state <> 'held' or held_until is not null)
);

-- A ZIP belongs to one person per industry. A hold that ran out still stands here until somebody takes its place.
create unique index claims_one_active on claims (zip_code, industry) where state <> 'released';
create index claims_of_intent on claims (intent_id) where state = 'held';
create index claims_of_user on claims (user_id) where state <> 'released';

-- Billing's subscriptions as last heard of, so that an older event changes nothing.
create table subscriptions (
  id uuid primary key,
  version integer not null,
  cancelled_at timestamptz
);
