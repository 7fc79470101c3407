create table users (
  id uuid primary key,
  -- Rises with every change that an event tells of.
  version integer not null default 0,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  -- Lower case. Null for a person who has a phone only, or none of both.
  email text,
  email_confirmed_at timestamptz,
  -- Digits without '+', as a way to sign in; the phone of the profile is contact_phone.
  phone text unique,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  password_hash text,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  new_phone text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  is_anonymous boolean not null default false,
  -- What a client of the wire protocol stores beside the columns below.
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  first_name text not null default '',
  last_name text not null default '',
  contact_phone text not null default '',
  profile_image_url text,
  company_name text not null default '',
  industry text not null default '',
  team_size text not null default '',
  status text not null default 'active' check (status in ('active', 'suspended')),
  is_admin boolean not null default false,
  email_notifications boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create unique index users_email on users (email) where deleted_at is null;
create index users_created_at on users (created_at desc);

-- A way to prove who one is: the e-mail address, or an outside provider's subject.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);

create index identities_user on identities (user_id);

-- Billing's facts about a user, kept from its events. No foreign key: an event may outlive the user.
create table account_copies (
  user_id uuid primary key,
  version integer not null,
  trial_days integer not null,
  trial_expires_at timestamptz not null,
  has_active_payment boolean not null,
  stripe_customer_id text
);
