-- One account per person, with the person's id. It outlives the person's deletion without her data.
create table accounts (
  id uuid primary key,
  -- Rises with every change that an event tells of.
  version integer not null default 0,
  email text not null,
  first_name text not null,
  last_name text not null,
  industry text not null,
  status text not null check (status in ('active', 'suspended', 'deleted')),
  -- Of auth's person, as last heard of; 0 when the account was made from a token.
  person_version integer not null,
  trial_days integer not null,
  trial_started_at timestamptz not null,
  trial_expires_at timestamptz not null,
  stripe_customer_id text unique,
  -- The live subscription at the payment provider.
  stripe_subscription_id text unique,
  has_active_payment boolean not null default false,
  payment_failing boolean not null default false,
  -- When the reading of the provider began that the four columns above come from.
  payment_read_at timestamptz
);

create index accounts_by_trial_end on accounts (trial_expires_at) where status = 'active';

-- A reminder of the end of a trial, by that end: an extended trial is reminded of anew.
create table trial_notices (
  account_id uuid not null references accounts,
  trial_expires_at timestamptz not null,
  days integer not null,
  primary key (account_id, trial_expires_at, days)
);

-- Credits that admins gave, so that a repeated call changes nothing.
create table trial_credits (
  id uuid primary key,
  account_id uuid not null references accounts,
  trial_days integer not null,
  credited_at timestamptz not null
);
